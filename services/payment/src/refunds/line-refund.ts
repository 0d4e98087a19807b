import { type Ctx, fail, fromMoney } from "@leashline/kit";
import type { Order, OrderLine } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";

// After discount, with its tax, which its price holds where any tax of the order is in the prices.
function worthOf({ totalPrice, discount, tax }: OrderLine, { includedTax }: Order): bigint {
  const price = fromMoney(totalPrice).minor - fromMoney(discount).minor;
  return fromMoney(includedTax).minor > 0n ? price : price + fromMoney(tax).minor;
}

/** What goes back for one line of an order: what was asked, at most what the line comes to; all of that when nothing was asked. */
export async function amountForLine(
  ctx: Ctx,
  { orderId, orderLineItemId }: { orderId: string; orderLineItemId: string },
  asked: bigint | null,
): Promise<bigint> {
  const { order } = await ctx.client(OrderService).getOrder({ orderId });
  const line = order?.items.find((item) => item.orderLineItemId === orderLineItemId);
  if (!order || !line) throw fail("PAYMENT_DATA_INVALID", { field: "orderLineItemId", reason: "there is no such line on the order" });
  const worth = worthOf(line, order);
  if ((asked ?? worth) > worth)
    throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount", reason: "the line comes to less than that" });
  return asked ?? worth;
}
