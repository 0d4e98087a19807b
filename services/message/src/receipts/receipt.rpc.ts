import { type Ctx, e164, fail, fromConnectError, implement } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { ReceiptSendService, type SendReceiptRequest } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import { type Receipt, ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { command, query } from "../db.ts";
import { deliver } from "../messages/deliver.ts";
import { type MessageRow, messagesIn, toMessage } from "../messages/message.store.ts";
import { addressFor, enqueue, type Outgoing } from "../messages/outgoing.ts";
import { type Recipient, recipientOf, type Shop, shopOf } from "../people/people.store.ts";
import { receiptInWords } from "./receipt.ts";

async function receiptOf(ctx: Ctx, orderId: string): Promise<Receipt & { order: NonNullable<Receipt["order"]> }> {
  try {
    const { receipt } = await ctx.client(ReceiptService).getReceipt({ orderId });
    if (receipt?.order && (ctx.caller.via !== "" || ctx.caller.businessIds.includes(receipt.order.businessId)))
      return { ...receipt, order: receipt.order };
  } catch (error) {
    throw fromConnectError(error) ?? error;
  }
  throw fail("NOT_FOUND", { field: "orderId" });
}

type To = { email: string | null; phone: string | null };
/** Where it goes: an address given for this once, else the client's. */
async function addresses(ctx: Ctx, req: SendReceiptRequest, recipient: Recipient | null): Promise<To> {
  const phoneGiven = req.phoneNumber ? await e164(req.phoneNumber, ctx.caller.country) : "";
  if (req.phoneNumber && !phoneGiven) throw fail("PARAMS_INVALID", { field: "phoneNumber", reason: "not a phone number" });
  const own = (method: MessageMethod) => {
    if (recipient) return addressFor(recipient, method);
    throw fail(method === MessageMethod.EMAIL ? "CLIENT_WITHOUT_EMAIL" : "CLIENT_WITHOUT_PHONE", { field: "orderId" });
  };
  return {
    phone: req.sendText ? phoneGiven || own(MessageMethod.SMS) : null,
    email: req.sendEmail ? req.email || own(MessageMethod.EMAIL) : null,
  };
}

function outgoing(ctx: Ctx, receipt: Receipt, to: To, recipient: Recipient | null, shop: Shop): Outgoing[] {
  const order = receipt.order;
  const words = receiptInWords(receipt, { firstName: recipient?.first_name ?? "", lastName: recipient?.last_name ?? "" }, shop);
  const base = {
    businessId: order?.businessId ?? "0",
    customerId: recipient?.customer_id ?? "0",
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

/**
 * The person at the counter waits for it: a mail that did not go at once has failed, and is not tried behind their back. One that an earlier
 * try of this very call was sending when it was killed stays with its job.
 */
async function settle(ctx: Ctx, ids: string[]): Promise<MessageRow[]> {
  await Promise.all(ids.map((id) => deliver(ctx, id, { last: true })));
  return await query(ctx, (db) => messagesIn(db, ctx.companyId, ids));
}

export const receiptRpc = implement(ReceiptSendService, {
  async sendReceipt(req, ctx) {
    if (!req.sendEmail && !req.sendText) throw fail("PARAMS_INVALID", { field: "sendEmail", reason: "choose e-mail, text or both" });
    const receipt = await receiptOf(ctx, req.orderId);
    const { customerId, businessId } = receipt.order;
    const [recipient, shop] = await Promise.all([customerId === "0" ? null : recipientOf(ctx, customerId), shopOf(ctx, businessId)]);
    const messages = outgoing(ctx, receipt, await addresses(ctx, req, recipient), recipient, shop);
    const ids = await command(
      ctx,
      async (tx) => {
        const stored: string[] = [];
        for (const one of messages) stored.push((await enqueue(tx, one)) ?? "");
        return stored;
      },
      { step: "intent" },
    );
    const rows = await settle(ctx, ids);
    if (rows.some((row) => row.method === MessageMethod.EMAIL && row.status === MessageStatus.FAILED)) throw fail("SEND_EMAIL_FAILED");
    return { messages: rows.map(toMessage) };
  },
});
