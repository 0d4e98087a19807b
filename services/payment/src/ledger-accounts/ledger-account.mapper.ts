import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp } from "@leashline/kit";
import {
  type LedgerAccountSchema,
  LedgerAccountType,
  LedgerSide,
} from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { type AccountType, growsWithDebits } from "./chart.ts";
import type { NamedAccount } from "./ledger-account.ts";

const types: Readonly<Record<AccountType, LedgerAccountType>> = {
  asset: LedgerAccountType.ASSET,
  liability: LedgerAccountType.LIABILITY,
  equity: LedgerAccountType.EQUITY,
  income: LedgerAccountType.INCOME,
  expense: LedgerAccountType.EXPENSE,
};

/** What was entered in the accounts up to today, in the business's currency. */
export type Balances = { currency: string; used: ReadonlySet<string>; sums: ReadonlyMap<string, bigint> };

/** Without balances only what the account is called. */
export const toLedgerAccount = (
  businessId: string,
  { account, type, updateTime, ...named }: NamedAccount,
  balances: Balances | null,
): MessageInitShape<typeof LedgerAccountSchema> => ({
  ...named,
  businessId,
  account,
  type: types[type],
  normalSide: growsWithDebits(type) ? LedgerSide.DEBIT : LedgerSide.CREDIT,
  ...(updateTime && { updateTime: toTimestamp(updateTime) }),
  ...(balances && { used: balances.used.has(account), balance: toMoney(balances.sums.get(account) ?? 0n, balances.currency) }),
});
