import { type Ctx, fail, reachesBusiness } from "@leashline/kit";
import { type Receipt, ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";

/** The receipt of an order at a business that the caller reaches. */
export async function reachedReceipt(ctx: Ctx, orderId: string): Promise<Receipt & { order: NonNullable<Receipt["order"]> }> {
  const { receipt } = await ctx.client(ReceiptService).getReceipt({ orderId });
  const order = receipt?.order;
  if (!order || !reachesBusiness(ctx, order.businessId)) throw fail("NOT_FOUND", { field: "orderId" });
  return { ...receipt, order };
}
