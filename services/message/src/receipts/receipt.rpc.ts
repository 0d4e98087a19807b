import { type Ctx, e164, fail, implement } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { ReceiptSendService, type SendReceiptRequest } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import type { Business } from "../projections/business.store.ts";
import { businessOf } from "../projections/business.ts";
import type { Client } from "../projections/client.store.ts";
import { clientOf } from "../projections/client.ts";
import { toMessage } from "../sending/message.mapper.ts";
import { addressFor, type Outgoing } from "../sending/outgoing.ts";
import { sendNow } from "../sending/send-now.ts";
import { reachedReceipt } from "./reached-receipt.ts";
import { receiptInWords } from "./receipt.ts";

type To = { email: string | null; phone: string | null };
/** Where it goes: an address given for this once, else the client's. */
async function addresses(ctx: Ctx, req: SendReceiptRequest, client: Client | null): Promise<To> {
  const phoneGiven = req.phoneNumber ? await e164(req.phoneNumber, ctx.caller.country) : "";
  if (req.phoneNumber && !phoneGiven) throw fail("PARAMS_INVALID", { field: "phoneNumber", reason: "not a phone number" });
  const own = (method: MessageMethod) => {
    if (client) return addressFor(client, method);
    throw fail(method === MessageMethod.EMAIL ? "CLIENT_WITHOUT_EMAIL" : "CLIENT_WITHOUT_PHONE", { field: "orderId" });
  };
  return {
    phone: req.sendText ? phoneGiven || own(MessageMethod.SMS) : null,
    email: req.sendEmail ? req.email || own(MessageMethod.EMAIL) : null,
  };
}

function outgoing(ctx: Ctx, receipt: Receipt, to: To, client: Client | null, business: Business): Outgoing[] {
  const order = receipt.order;
  const words = receiptInWords(receipt, { firstName: client?.firstName ?? "", lastName: client?.lastName ?? "" }, business);
  const base = {
    businessId: order?.businessId ?? "0",
    customerId: client?.customerId ?? "0",
    useCase: "receipt",
    appointmentId: order?.appointmentId ?? "0",
    staff: { id: ctx.caller.staffId, name: ctx.caller.name },
    fromName: receipt.business?.businessName ?? "",
    replyTo: receipt.business?.contactEmail ?? "",
    inline: true,
  };
  return [
    ...(to.phone ? [{ ...base, method: MessageMethod.SMS, address: to.phone, text: words.sms }] : []),
    ...(to.email
      ? [{ ...base, method: MessageMethod.EMAIL, address: to.email, text: words.text, html: words.html, subject: words.subject }]
      : []),
  ];
}

export const receiptRpc = implement(ReceiptSendService, {
  async sendReceipt(req, ctx) {
    if (!req.sendEmail && !req.sendText) throw fail("PARAMS_INVALID", { field: "sendEmail", reason: "choose e-mail, text or both" });
    const receipt = await reachedReceipt(ctx, req.orderId);
    const { customerId, businessId } = receipt.order;
    const [client, business] = await Promise.all([customerId === "0" ? null : clientOf(ctx, customerId), businessOf(ctx, businessId)]);
    const messages = outgoing(ctx, receipt, await addresses(ctx, req, client), client, business);
    const rows = await sendNow(ctx, messages);
    return { messages: rows.map(toMessage) };
  },
});
