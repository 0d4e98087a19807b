import { lesserOf } from "@leashline/proto/rules/lesser.ts";
import { type PaymentState, refundableOf } from "../payments/payment.ts";
import { shareOf } from "../settings/fee.ts";

/** How much of a deposit goes back when its visit is canceled at least this many hours ahead. No percentage: nothing goes back by itself. */
export type ReturnPolicy = { hours: number; percentage: string };
export type Canceling = { startAt: Date; canceledAt: Date; isNoShow: boolean };

/** Until when a visit can be canceled to have its deposit back. */
export const returnedUntil = ({ hours }: ReturnPolicy, startAt: Date): Date => new Date(startAt.getTime() - hours * 3_600_000);

/** The percentage that goes back; "0" for one who did not come, or who canceled too late. */
export function percentageBack(policy: ReturnPolicy, { startAt, canceledAt, isNoShow }: Canceling): string {
  if (policy.percentage === "" || isNoShow || canceledAt > startAt) return "0";
  return canceledAt <= returnedUntil(policy, startAt) ? policy.percentage : "0";
}

export type DepositPaid = {
  paymentId: string;
  state: PaymentState;
  amount: bigint;
  refunded: bigint;
  pendingRefunds: bigint;
  /** What can go back to where it came from must be a multiple of this. */
  step: bigint;
};

export type Part = { paymentId: string; amount: bigint };

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** What goes back of each deposit, the newest first. What went back already counts towards it, so that asking twice gives nothing twice. */
export function partsBack(deposits: readonly DepositPaid[], percentage: string): Part[] {
  const paid = deposits.filter(({ state }) => state === "completed");
  let left = shareOf(sumOf(paid.map(({ amount }) => amount)), percentage) - sumOf(paid.map((one) => one.refunded + one.pendingRefunds));
  const parts: Part[] = [];
  for (const one of paid.toReversed()) {
    const most = lesserOf(left, refundableOf(one));
    const amount = most - (most % one.step);
    if (amount <= 0n) continue;
    parts.push({ paymentId: one.paymentId, amount });
    left -= amount;
  }
  return parts;
}
