import { type Ctx, consumer, job } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { clientIfThere } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { receiptLink } from "./link.ts";
import { reachedReceipt } from "./reached-receipt.ts";
import { receiptInWords } from "./receipt.ts";

/** So long the bill has to follow the payment. */
const FOLLOWS_MS = 5_000;

type Due = { paymentId: string; orderId: string; businessId: string; customerId: string };

/** The receipt of what a client paid online, by mail, once for each payment: nobody is at a counter to hand it to them. */
export const paidOnlineJob = job<Due>("send-paid-receipt", {
  attempts: 8,
  run: async (given, { paymentId, orderId, businessId, customerId }) => {
    const ctx: Ctx = unkeyed(given);
    const [client, business] = await Promise.all([clientIfThere(ctx, customerId), businessOf(ctx, businessId)]);
    if (!client?.email || !client.sendAutoEmail || client.isBlockMessage) return;
    const receipt = await reachedReceipt(ctx, orderId);
    if (receipt.title !== "Receipt") throw new Error(`The bill ${orderId} does not show its payment yet.`);
    const words = receiptInWords(receipt, client, business, await receiptLink(ctx, orderId));
    const mail = { method: MessageMethod.EMAIL, address: client.email, text: words.text, html: words.html, subject: words.subject };
    const about = { businessId, customerId, useCase: "receipt", cause: `payment:${paymentId}`, appointmentId: receipt.order.appointmentId };
    await sendAtOnce(ctx, [{ ...about, ...mail, fromName: business.name, replyTo: business.email, inline: true }]);
  },
});

export const paidOnline = consumer<typeof PaymentRecordedSchema, DB>(
  PaymentRecordedSchema,
  async (tx, { paymentId, orderId, businessId, customerId }) => {
    const payload = { paymentId, orderId, businessId, customerId };
    tx.schedule(paidOnlineJob, { key: paymentId, dueAt: new Date(Date.now() + FOLLOWS_MS), payload, businessId });
  },
  { wanted: ({ online, orderId, customerId }) => online && orderId !== "0" && customerId !== "0" },
);
