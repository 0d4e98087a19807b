import type { Ctx } from "@leashline/kit";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";

/** The page that has the receipt, which is a client's own; without one the mail goes all the same. */
export async function receiptLink(ctx: Ctx, orderId: string): Promise<string> {
  const asked = { orderId, forReceipt: true };
  return await ctx
    .client(PayLinkService)
    .getPayLink(asked)
    .then(({ url }) => url)
    .catch(() => "");
}
