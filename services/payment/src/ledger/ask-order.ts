import { Code, ConnectError } from "@connectrpc/connect";
import { type Ctx, fail, fromMoney, fromWireDate, reachesBusiness } from "@leashline/kit";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { isForClass } from "@leashline/proto/rules/class-bill.ts";
import { feeInBill } from "@leashline/proto/rules/convenience-fee.ts";
import { chargeOf, minor, type OrderUpdate } from "./order-update.ts";

const noSuchOrder = () => fail("PAYMENT_DATA_INVALID", { field: "orderId", reason: "there is no such order" });
const isMissing = (error: unknown): boolean => error instanceof ConnectError && error.code === Code.NotFound;

/** The order as its own service has it now. */
export async function askOrder(ctx: Ctx, orderId: string): Promise<OrderUpdate> {
  if (orderId === "0") throw fail("PAYMENT_DATA_INVALID", { field: "orderId" });
  const { order } = await ctx
    .client(OrderService)
    .getOrder({ orderId })
    .catch((error: unknown) => {
      throw isMissing(error) ? noSuchOrder() : error;
    });
  if (!order || !reachesBusiness(ctx, order.businessId)) throw noSuchOrder();
  return {
    orderId: order.id,
    businessId: order.businessId,
    customerId: order.customerId,
    appointmentId: order.appointmentId,
    forClass: isForClass(order.items.map(({ serviceItemType }) => serviceItemType)),
    currency: fromMoney(order.total).currency,
    businessDate: fromWireDate(order.businessDate, "businessDate"),
    charge: chargeOf(order),
    number: order.number,
    inBill: feeInBill(order, minor),
  };
}
