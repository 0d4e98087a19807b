import { type Ctx, fail, fromMoney, implement, writeMoney } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { PayLinkSendService, type SendPayLinkRequest } from "@leashline/proto/leashline/message/v1/pay_link_send_service_pb.js";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { reachedReceipt } from "../receipts/reached-receipt.ts";
import { toMessage } from "../sending/message.mapper.ts";
import { addressFor, type Outgoing } from "../sending/outgoing.ts";
import { sendNow } from "../sending/send-now.ts";
import { payLinkInWords } from "./pay-link.ts";

type About = { url: string; customerId: string; businessId: string; appointmentId: string; receipt: Receipt | null };

/** The link is made by who keeps the money; whoever may not have it is refused there. */
async function linkAbout(ctx: Ctx, req: SendPayLinkRequest): Promise<About> {
  const orderId = req.orderId !== "0" ? req.orderId : req.invoiceId;
  const links = ctx.client(PayLinkService);
  if (orderId === "0") {
    const { customerId } = req;
    if (customerId === "0")
      throw fail("PARAMS_INVALID", { field: "orderId", reason: "name an order, or the client whose card is asked for" });
    const { url } = await links.createCardLink({ customerId });
    return { url, customerId, businessId: ctx.businessId, appointmentId: "0", receipt: null };
  }
  const receipt = await reachedReceipt(ctx, orderId);
  const { order } = receipt;
  if (order.customerId === "0") throw fail("CUSTOMER_NOT_FOUND", { field: "orderId", message: "This order has no client to write to." });
  const { url } = await links.getPayLink({ orderId });
  return { url, customerId: order.customerId, businessId: order.businessId, appointmentId: order.appointmentId, receipt };
}

async function outgoing(ctx: Ctx, req: SendPayLinkRequest, about: About): Promise<Outgoing[]> {
  const [client, business] = await Promise.all([clientOf(ctx, about.customerId), businessOf(ctx, about.businessId)]);
  const order = about.receipt?.order;
  const deposit = order?.depositInfo?.due;
  const isDeposit = fromMoney(deposit).minor > 0n;
  const amount = order ? writeMoney(isDeposit ? deposit : order.remain, business) : "";
  const words = payLinkInWords({ amount, isDeposit, number: about.receipt?.number ?? "", url: about.url, client, business });
  const base = {
    businessId: about.businessId,
    customerId: about.customerId,
    useCase: about.receipt ? "pay link" : "card link",
    appointmentId: about.appointmentId,
    staff: { id: ctx.caller.staffId, name: ctx.caller.name },
    fromName: business.name,
    replyTo: business.email,
    inline: true,
  };
  const { SMS, EMAIL } = MessageMethod;
  return [
    ...(req.sendText ? [{ ...base, method: SMS, address: addressFor(client, SMS), text: words.sms }] : []),
    ...(req.sendEmail
      ? [{ ...base, method: EMAIL, address: addressFor(client, EMAIL), text: words.text, html: words.html, subject: words.subject }]
      : []),
  ];
}

export const payLinkRpc = implement(PayLinkSendService, {
  async sendPayLink(req, ctx) {
    if (!req.sendEmail && !req.sendText) throw fail("PARAMS_INVALID", { field: "sendEmail", reason: "choose email, text or both" });
    const rows = await sendNow(ctx, await outgoing(ctx, req, await linkAbout(ctx, req)));
    return { messages: rows.map(toMessage) };
  },
});
