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
  pay_in: "Cash added",
  pay_out: "Cash removed",
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

/** A word of the ledger that has none for people. */
export const plain = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
/** What an entry of the ledger is, in the same words on screens and in the file for the bookkeeper. */
export const kindName = (kind: string): string => kinds[kind] ?? plain(kind);
