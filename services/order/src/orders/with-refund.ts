import { type Order, type OrderRefund, recalculated } from "./order.ts";

/** A refund as payment tells it, and whether it lowers the bill. */
export type ToldRefund = Omit<OrderRefund, "lowered"> & { lowersBill: boolean };

/**
 * An order after money went back. A refund that lowers the bill takes off what would be owed again because of it: no more than before is owed, and what was paid too
 * much goes back first without lowering anything.
 */
export function withRefund(order: Order, { lowersBill, ...refund }: ToldRefund): { order: Order; refund: OrderRefund } {
  const plain = { ...refund, lowered: 0n };
  const now = recalculated(order);
  const owedAgain = recalculated({ ...order, refunds: [...order.refunds, plain] }).remain - now.remain;
  const added = lowersBill && owedAgain > 0n ? { ...plain, lowered: owedAgain } : plain;
  return { order: { ...order, refunds: [...order.refunds, added] }, refund: added };
}
