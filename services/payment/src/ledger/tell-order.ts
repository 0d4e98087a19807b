import type { Ctx } from "@leashline/kit";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";

/** Has an order look at the ledger at once, so that whoever paid sees it paid. Should it not, it hears of the payment by its event. */
export async function tellOrder(ctx: Ctx, orderId: string): Promise<void> {
  try {
    await ctx.client(OrderService).reconcileOrder({ orderId });
  } catch (error) {
    ctx.runtime.log.warn({ orderId, error: (error as Error).message }, "the order hears of its payment by the event alone");
  }
}
