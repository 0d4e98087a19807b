import { least } from "./least-most.ts";

export type PaymentState = "unpaid" | "partial" | "paid";

export type Balance = {
  /** Still owed: total - paid + refunded, never below zero. */
  remain: bigint;
  /** Paid beyond the total and not yet given back. */
  overpaid: bigint;
  paymentStatus: PaymentState;
};

type Money = { total: bigint; paid: bigint; refunded: bigint; kept: bigint; cancelled: boolean };

/** What of a canceled order's deposits stays with the business; of any other nothing is spoken of. */
export const keptOf = ({ paid, refunded, kept, cancelled }: Omit<Money, "total">): bigint =>
  cancelled ? least(kept, paid - refunded) : 0n;

/** A cancelled order owes nothing; whatever was paid for it can go back, but for what is kept of its deposits. */
export function balanceOf(money: Money): Balance {
  const kept = money.paid - money.refunded;
  const due = (money.cancelled ? keptOf(money) : money.total) - kept;
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
