import { least } from "./share.ts";

export type PaymentState = "unpaid" | "partial" | "paid";

export type Balance = {
  /** Still owed: total - paid + refunded, never below zero. */
  remain: bigint;
  /** Paid beyond the total and not yet given back. */
  overpaid: bigint;
  paymentStatus: PaymentState;
};

/** A cancelled order owes nothing; whatever was paid for it can go back. */
export function balanceOf(money: { total: bigint; paid: bigint; refunded: bigint; cancelled: boolean }): Balance {
  const kept = money.paid - money.refunded;
  const due = (money.cancelled ? 0n : money.total) - kept;
  return {
    remain: due > 0n ? due : 0n,
    overpaid: due < 0n ? -due : 0n,
    paymentStatus: paymentState(money.total, kept),
  };
}

function paymentState(total: bigint, kept: bigint): PaymentState {
  if (kept >= total) return "paid";
  return kept > 0n ? "partial" : "unpaid";
}

/** Tips that were paid and not given back; a refund takes tips back last of all. */
export const heldTips = (money: { paidTips: bigint; paid: bigint; refunded: bigint }): bigint =>
  least(money.paidTips, money.paid - money.refunded);
