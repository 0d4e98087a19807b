import type { LedgerEntry } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { type MoneyLike, toMinor } from "../../../../ui/format/money.ts";

const OVER_OR_SHORT = "Cash over or short";

/** An account as it stands with an amount: where cash was missing or too much is said, unless the business calls that its own way. */
export const standingName = (name: string, account: string, amount: MoneyLike | undefined): string => {
  const minor = toMinor(amount);
  if (account !== "cash_over_short" || minor === 0n) return name;
  return name.replace(OVER_OR_SHORT, minor > 0n ? "Cash short" : "Cash over");
};

/** Over what moved in the accounts from one day to another. */
export const changesTitle = (from: string, to: string): string => (from === to ? "Changes on this day" : "Changes in these days");

/** What these entries leave clients owing, in minor units. */
export const owedBy = (entries: readonly LedgerEntry[]): bigint =>
  entries
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === "client_receivable" || account === "client_deposits")
    .reduce((sum, { amount }) => sum + toMinor(amount), 0n);
