import type { PaymentWithRefunds } from "../payments/payment.store.ts";
import { openStates, type PaymentState } from "../payments/payment.ts";
import { feeKept } from "../settings/fee-terms.ts";

/** The vendors of the two card providers (growth §9). */
export const vendors = { first: "stripe", second: "square" } as const;

/** What was handed over at one time, its first payment first. */
export type Transaction = { payments: readonly [PaymentWithRefunds, ...PaymentWithRefunds[]] };

export type Figures = { amount: bigint; tips: bigint; refunded: bigint; fee: bigint; onTop: bigint; net: bigint };

/** What the payments of a transaction come to. Of one that took nothing, or not yet, nothing is kept. */
export function figuresOf({ payments }: Transaction): Figures {
  const sum = (of: (payment: PaymentWithRefunds) => bigint): bigint => payments.reduce((total, payment) => total + of(payment), 0n);
  const [refunded, fee] = [sum((payment) => payment.refunded), sum((payment) => payment.processingFee)];
  const taken = sum((payment) => (payment.state === "completed" ? payment.amount : 0n));
  const onTop = sum((payment) => (payment.state === "completed" ? feeKept(payment) : 0n));
  return {
    amount: sum((payment) => payment.amount),
    tips: sum((payment) => payment.tipsIncluded),
    refunded,
    fee,
    onTop,
    net: taken + onTop - refunded - fee,
  };
}

/** The state of the whole: of what is still on its way, else completed when anything was taken. */
export function stateOf({ payments }: Transaction): PaymentState {
  const states = payments.map(({ state }) => state);
  const open = states.find((state) => openStates.includes(state));
  return open ?? (states.includes("completed") ? "completed" : "failed");
}

type Grouped = { paymentId: string; transactionId: string | null };

/** Payments as the transactions they belong to, in the order of the first ones. */
export function grouped<P extends Grouped & PaymentWithRefunds>(firsts: readonly P[], others: readonly P[]): Transaction[] {
  const byFirst = Map.groupBy(others, (payment) => payment.transactionId);
  return firsts.map((first) => ({ payments: [first, ...(byFirst.get(first.paymentId) ?? [])] }));
}
