import { least } from "./least-most.ts";

export type RefundablePayment = { paymentId: string; method: string; amount: bigint; refunded: bigint };
export type RefundChannel = { paymentId: string; method: string; amount: bigint };

/** Through which payments an amount could go back: the newest first, each up to what it still holds. */
export function refundChannels(payments: readonly RefundablePayment[], amount: bigint): RefundChannel[] {
  const channels: RefundChannel[] = [];
  let left = amount;
  for (const payment of [...payments].reverse()) {
    const held = payment.amount - payment.refunded;
    const part = least(left, held);
    if (part <= 0n) continue;
    channels.push({ paymentId: payment.paymentId, method: payment.method, amount: part });
    left -= part;
  }
  return channels;
}
