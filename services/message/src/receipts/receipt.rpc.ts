import { type Ctx, e164, fail, implement } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { ReceiptSendService, type SendReceiptRequest } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { businessOf } from "../projections/business.ts";
import type { Client } from "../projections/client.store.ts";
import { clientOf } from "../projections/client.ts";
import { toMessage } from "../sending/message.mapper.ts";
import { addressFor, type Outgoing } from "../sending/outgoing.ts";
import { sendNow } from "../sending/send-now.ts";
import { receiptLink } from "./link.ts";
import { reachedReceipt } from "./reached-receipt.ts";
import { type ReceiptWords, receiptInWords, receiptsInWords } from "./receipt.ts";
import { receiptFile } from "./receipt-file.ts";

type To = { email: string | null; phone: string | null };
/** Where it goes: an address given for this once, else the client's. */
type Wish = Pick<SendReceiptRequest, "sendEmail" | "sendText" | "email" | "phoneNumber">;
async function addresses(ctx: Ctx, req: Wish, client: Client | null): Promise<To> {
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

type Letter = { receipt: Receipt; words: ReceiptWords };
const nameOf = (client: Client | null) => ({ firstName: client?.firstName ?? "", lastName: client?.lastName ?? "" });

function outgoing(ctx: Ctx, { receipt, words }: Letter, to: To, client: Client | null): Outgoing[] {
  const order = receipt.order;
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

/** The receipts of several orders, which must be one client's. */
async function receiptsOfOne(ctx: Ctx, orderIds: readonly string[]) {
  const receipts = await Promise.all(orderIds.map(async (orderId) => await reachedReceipt(ctx, orderId)));
  const [first] = receipts;
  const same = (one: (typeof receipts)[number]) =>
    one.order.customerId === first?.order.customerId && one.order.businessId === first.order.businessId;
  if (!first || first.order.customerId === "0" || !receipts.every(same))
    throw fail("PARAMS_INVALID", { field: "orderIds", reason: "the orders must be of one client, at one location" });
  return { first, receipts };
}

export const receiptRpc = implement(ReceiptSendService, {
  async sendReceipt(req, ctx) {
    if (!req.sendEmail && !req.sendText) throw fail("PARAMS_INVALID", { field: "sendEmail", reason: "choose email, text or both" });
    const receipt = await reachedReceipt(ctx, req.orderId);
    const { customerId, businessId } = receipt.order;
    const [client, business] = await Promise.all([customerId === "0" ? null : clientOf(ctx, customerId), businessOf(ctx, businessId)]);
    const words = receiptInWords(receipt, nameOf(client), business, req.sendEmail && client ? await receiptLink(ctx, req.orderId) : "");
    const rows = await sendNow(ctx, outgoing(ctx, { receipt, words }, await addresses(ctx, req, client), client));
    return { messages: rows.map(toMessage) };
  },

  async getReceiptFile({ orderId }, ctx) {
    const receipt = await reachedReceipt(ctx, orderId);
    const { customerId, businessId } = receipt.order;
    const [client, business] = await Promise.all([customerId === "0" ? null : clientOf(ctx, customerId), businessOf(ctx, businessId)]);
    return receiptFile(receipt, nameOf(client), business);
  },

  async sendMultipleReceipts({ orderIds, sendEmail, sendText }, ctx) {
    if (!sendEmail && !sendText) throw fail("PARAMS_INVALID", { field: "sendEmail", reason: "choose email, text or both" });
    const { first, receipts } = await receiptsOfOne(ctx, orderIds);
    const { customerId, businessId } = first.order;
    const [client, business] = await Promise.all([clientOf(ctx, customerId), businessOf(ctx, businessId)]);
    const words = receiptsInWords(receipts, nameOf(client), business);
    const to = await addresses(ctx, { sendEmail, sendText, email: "", phoneNumber: "" }, client);
    const rows = await sendNow(ctx, outgoing(ctx, { receipt: first, words }, to, client));
    return { messages: rows.map(toMessage) };
  },
});
