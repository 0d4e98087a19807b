import { createHmac } from "node:crypto";
import { accounts } from "../ledger/ledger.ts";
import { labelOf, type NamedAccount } from "../ledger-accounts/ledger-account.ts";
import type { JournalLine } from "./books.ts";
import type { Movement, Net } from "./journal.store.ts";

export type SyncState = "not_sent" | "waiting" | "sent" | "refused";
export type InvoiceSync = { state: SyncState; sentAt: Date | null; documentNumbers: string[]; reason: string };

export const isLedgerAccount = (account: string): boolean => (accounts as readonly string[]).includes(account);

/** QuickBooks books them per client or supplier, which a day's journal does not say. */
export const isPerPerson = (type: string): boolean => type === "Accounts Receivable" || type === "Accounts Payable";

/** At most 21 characters, as QuickBooks takes them; the same for the same day of the same close, and of one installation alone. */
export function documentNumber(signingKey: string, facts: readonly (string | number)[], businessDate: string): string {
  const mark = createHmac("sha256", signingKey).update(JSON.stringify(facts)).digest("hex").slice(0, 10);
  return `LL${businessDate.slice(2).replaceAll("-", "")}-${mark}`;
}

// Accounts that came later go where the money of theirs went before, until they get a target of their own.
const elder: Readonly<Record<string, string>> = {
  cash_outside: "cash_drawer",
  owner_cash: "cash_safe",
  payouts_in_transit: "card_clearing",
};

type Target = { account: string; externalId: string };
type Called = ReadonlyMap<string, Pick<NamedAccount, "number" | "name">>;

/** The lines of a journal, debits first, or the accounts that go nowhere. */
export function linesOf(net: readonly Net[], mappings: readonly Target[], called: Called): { lines: JournalLine[]; missing: string[] } {
  const target = new Map(mappings.map(({ account, externalId }) => [account, externalId]));
  const of = (account: string) => target.get(account) || target.get(elder[account] ?? "") || "";
  const missing = net.filter(({ account }) => !of(account)).map(({ account }) => account);
  const label = (account: string): string => {
    const known = called.get(account);
    return known ? labelOf(known) : account;
  };
  const lines = net.map(({ account, amount }) => ({ accountId: of(account), label: label(account), amount: BigInt(amount) }));
  return { lines: lines.sort((a, b) => Number(a.amount < 0n) - Number(b.amount < 0n)), missing };
}

/** How far an invoice has come, from the movements of its money since the first day that is sent. */
export function invoiceSync(movements: readonly Movement[], startDate: string, plannedNumber: number): InvoiceSync {
  const counted = movements.filter(({ businessDate }) => businessDate >= startDate);
  const documentNumbers = [...new Set(counted.flatMap(({ state, documentNumber: n }) => (state === "sent" && n ? [n] : [])))];
  const refused = counted.find(({ state }) => state === "refused");
  const nothing = { sentAt: null, documentNumbers, reason: "" };
  if (counted.length === 0) return { ...nothing, state: "not_sent" };
  if (refused) return { ...nothing, state: "refused", reason: refused.reason ?? "" };
  // A day whose movements take each other back needs no journal.
  const done = ({ number, state }: Movement) => state === "sent" || (state === null && number !== null && number <= plannedNumber);
  const open = counted.find((one) => !done(one));
  if (open) return { ...nothing, state: "waiting", reason: open.reason ?? "" };
  const times = counted.flatMap(({ sentAt }) => (sentAt ? [sentAt.getTime()] : []));
  return { ...nothing, state: "sent", sentAt: times.length > 0 ? new Date(Math.max(...times)) : null };
}
