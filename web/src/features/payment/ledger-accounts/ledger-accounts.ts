import { type LedgerAccount, LedgerAccountType } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { fromMinor, type MoneyLike, toMinor } from "../../../ui/format/money.ts";
import type { Check } from "../../../ui/format/validate.ts";
import { byNumber } from "../shared/accounting/account-names.ts";

const types = [
  { type: LedgerAccountType.ASSET, title: "Assets", text: "What the business has." },
  { type: LedgerAccountType.LIABILITY, title: "Liabilities", text: "What the business owes." },
  { type: LedgerAccountType.EQUITY, title: "Equity", text: "What the owner put in." },
  { type: LedgerAccountType.INCOME, title: "Income", text: "What the business earned." },
  { type: LedgerAccountType.EXPENSE, title: "Expenses", text: "What it cost." },
] as const;

/** The accounts by their types, in the order of a chart; in each by number. */
export const grouped = (accounts: readonly LedgerAccount[]) =>
  types
    .map((one) => ({
      ...one,
      accounts: accounts.filter(({ type }) => type === one.type).sort(byNumber),
    }))
    .filter((one) => one.accounts.length > 0);

/** What all debits come to; the credits come to as much. */
export const debitsOf = (accounts: readonly LedgerAccount[]): MoneyLike => {
  const debits = accounts.map(({ balance }) => toMinor(balance)).filter((minor) => minor > 0n);
  return fromMinor(
    debits.reduce((sum, minor) => sum + minor, 0n),
    accounts[0]?.balance?.currencyCode,
  );
};

export type OwnTexts = { name: string; number: string; description: string };

/** What the business wrote itself; empty where the standard stands. */
export const ownTexts = (one: LedgerAccount): OwnTexts => ({
  name: one.name === one.standardName ? "" : one.name,
  number: one.number === one.standardNumber ? "" : one.number,
  description: one.description,
});

export const accountNumber: Check = (value) =>
  /^([A-Za-z0-9][A-Za-z0-9.-]{0,9})?$/.test(value)
    ? undefined
    : "Up to 10 letters, digits, dashes and dots, beginning with a letter or digit";
