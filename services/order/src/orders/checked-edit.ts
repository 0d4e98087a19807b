import type { Ctx } from "@leashline/kit";
import { command } from "../db.ts";
import { type RefundChannel, refundChannels } from "../totals/refund-channels.ts";
import { toChannel, toOrder } from "./order.mapper.ts";
import { type Order, recalculated } from "./order.ts";
import { lockReached, storeOrder } from "./store-order.ts";

/** Through which of an order's payments an amount could go back. */
export function channelsOf(order: Order, amount: bigint): RefundChannel[] {
  const back = (id: string): bigint => order.refunds.reduce((sum, r) => (r.paymentId === id ? sum + r.amount : sum), 0n);
  return refundChannels(
    order.payments.map((p) => ({ paymentId: p.paymentId, method: p.method, amount: p.amount, refunded: back(p.paymentId) })),
    amount,
  );
}

// Through which payments money must go back first if an edit were made; none when nothing has to.
function refundsNeeded(before: Order, edited: Order): RefundChannel[] {
  const { overpaid } = recalculated(edited);
  return overpaid > before.overpaid ? channelsOf(edited, overpaid) : [];
}

type Edit = { orderId: string; version: number; checkRefund: boolean };

/** With checkRefund, an edit that would leave the order overpaid is not made; the answer says what has to go back first. */
export async function checkedEdit(ctx: Ctx, edit: Edit, action: string, decide: (order: Order) => Order) {
  return await command(ctx, async (tx) => {
    const before = await lockReached(tx, edit);
    const edited = decide(before);
    const channels = edit.checkRefund ? refundsNeeded(before, edited) : [];
    const order = channels.length > 0 ? before : await storeOrder(tx, before, edited, action);
    return { order: toOrder(order), refundChannels: channels.map((channel) => toChannel(channel, before.currency)) };
  });
}
