import type { LedgerEntry } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { toMinor } from "../../../../ui/format/money.ts";

const accounts: Readonly<Record<string, string>> = {
  client_receivable: "Owed by clients",
  client_deposits: "Deposits held for clients",
  deposits_kept: "Deposits kept",
  cash_drawer: "Cash drawer",
  cash_outside: "Cash outside the drawer",
  check_clearing: "Checks",
  card_clearing: "Cards, not paid out yet",
  payouts_in_transit: "Payouts on the way to the bank",
  other_clearing: "Other payments",
  sales: "Sales",
  tax_payable: "Sales tax",
  tips_payable: "Tips for staff",
  write_off: "Written off",
  dispute_losses: "Lost in disputes",
  processing_fees: "Card fees",
  convenience_fees: "Card fees paid by clients",
  bank: "Bank",
  cash_safe: "Safe",
  owner_cash: "Cash brought in by the owner",
  cash_over_short: "Cash over or short",
  financing_owed: "Financing owed",
  financing_fees: "Financing fees",
  client_credit: "Store credit of clients",
  credit_given: "Store credit given",
};
const kinds: Readonly<Record<string, string>> = {
  charge: "Bill",
  capture: "Payment",
  refund: "Refund",
  refund_reversal: "Refund that failed",
  cancel: "Bill canceled",
  write_off: "Written off",
  dispute: "Dispute",
  payout: "Payout",
  payout_reversal: "Payout returned",
  drawer_open: "Drawer opened",
  pay_in: "Cash in",
  pay_out: "Cash out",
  drawer_difference: "Cash difference",
  drawer_close: "Drawer closed",
  deposit_held: "Deposit held",
  deposit_applied: "Deposit used",
  deposit_kept: "Deposit kept",
  deposit_given_up: "Kept deposit returned",
  financing_advance: "Financing paid out",
  financing_repayment: "Financing paid back",
  financing_reversal: "Financing reversed",
  credit_given: "Store credit given",
  credit_taken_back: "Store credit taken back",
  tips_paid: "Tips paid out",
};

const plain = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
export const accountName = (account: string): string => accounts[account] ?? plain(account);
export const kindName = (kind: string): string => kinds[kind] ?? plain(kind);

/** What these entries leave clients owing, in minor units. */
export const owedBy = (entries: readonly LedgerEntry[]): bigint =>
  entries
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === "client_receivable" || account === "client_deposits")
    .reduce((sum, { amount }) => sum + toMinor(amount), 0n);
