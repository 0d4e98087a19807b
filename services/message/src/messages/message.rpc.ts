import { type Ctx, cut, fail, implement, pageOf } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService, type SendMessageRequest } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { sql } from "kysely";
import { command, query } from "../db.ts";
import { mustHaveNumber } from "../numbers/number.ts";
import { recipientOf, shopOf } from "../people/people.store.ts";
import { mustReach, mustWrite } from "../threads/reach.ts";
import { threadIn, toThread } from "../threads/thread.store.ts";
import { visitIn } from "../visits/visit.store.ts";
import { escapeHtml, looksLikeHtml } from "../wording/html.ts";
import { linksFor } from "../wording/links.ts";
import { type Facts, fillIn, fillInHtml } from "../wording/placeholders.ts";
import { deliver, deliverJob } from "./deliver.ts";
import { countMessages, listMessages, type MessageRow, messageIn, refreshLast, toMessage } from "./message.store.ts";
import { addressFor, backstop, enqueue, mailBody, type Outgoing } from "./outgoing.ts";

const mayUse = (ctx: Ctx, businessId: string): boolean => ctx.caller.via !== "" || ctx.caller.businessIds.includes(businessId);

async function mustFind(ctx: Ctx, id: string): Promise<MessageRow> {
  const row = await query(ctx, (db) => messageIn(db, ctx.companyId, id));
  if (!row || row.delete_time || !mayUse(ctx, row.business_id)) throw fail("NOT_FOUND", { field: "id" });
  return row;
}

/** The message as a person wrote it, ready to be stored: trimmed, placeholders filled in, address found. */
async function compose(ctx: Ctx, req: SendMessageRequest): Promise<Outgoing> {
  const words = req.messageText.trim();
  if (!words && !req.mediaUrl1) throw fail("PARAMS_INVALID", { field: "messageText", reason: "write something first" });
  const method = req.method || MessageMethod.SMS;
  const [recipient, shop, visit] = await Promise.all([
    recipientOf(ctx, req.customerId),
    shopOf(ctx, req.businessId),
    req.appointmentId === "0" ? undefined : query(ctx, (db) => visitIn(db, ctx.companyId, req.appointmentId)),
  ]);
  const address = addressFor(recipient, method);
  const facts: Facts = {
    customer: { firstName: recipient.first_name, lastName: recipient.last_name },
    business: shop,
    links: await linksFor(ctx, req.businessId, words, req.subject),
    ...(visit ? { visit: { date: visit.date, startTime: visit.start_time, endTime: visit.end_time, lines: visit.lines } } : {}),
  };
  const html = method === MessageMethod.EMAIL && looksLikeHtml(words);
  const filled = html ? fillInHtml(words, facts, escapeHtml) : fillIn(words, facts);
  if (method !== MessageMethod.EMAIL && filled.length > 1600)
    throw fail("PARAMS_INVALID", { field: "messageText", reason: "at most 1600 characters" });
  const mail = method === MessageMethod.EMAIL ? mailBody(filled, shop) : { text: filled, html: "" };
  return {
    businessId: req.businessId,
    customerId: req.customerId,
    method,
    address,
    ...mail,
    subject: method === MessageMethod.EMAIL ? fillIn(req.subject.trim(), facts) || `A message from ${shop.name || "us"}` : "",
    mediaUrl: req.mediaUrl1,
    targetType: req.appointmentId === "0" ? MessageTargetType.CONVERSATION : MessageTargetType.APPOINTMENT,
    appointmentId: req.appointmentId,
    staff: { id: ctx.caller.staffId, name: ctx.caller.name },
    fromName: shop.name,
    replyTo: shop.email,
    inline: true,
  };
}

export const messageRpc = implement(MessageService, {
  async listMessages(req, ctx) {
    const by = req.threadId === "0" ? { businessId: req.businessId, customerId: req.customerId } : { id: req.threadId };
    const thread = await query(ctx, (db) => threadIn(db, ctx.companyId, by));
    if (!thread && req.threadId === "0") return { messages: [], total: 0 };
    if (!thread || !mayUse(ctx, thread.business_id)) throw fail("NOT_FOUND", { field: "threadId" });
    await mustReach(ctx, thread.customer_id);
    const page = pageOf(req, { standard: 20 });
    const [rows, total] = await Promise.all([
      query(ctx, (db) => listMessages(db, ctx.companyId, thread.id, req.targetTypes, page)),
      query(ctx, (db) => countMessages(db, ctx.companyId, thread.id, req.targetTypes)),
    ]);
    const shown = cut(rows, page.size, (row) => [row.id]);
    return { messages: shown.rows.map(toMessage), nextPageToken: shown.nextPageToken, total };
  },

  async sendMessage(req, ctx) {
    await mustWrite(ctx, req.customerId);
    const outgoing = await compose(ctx, req);
    // A repeated call finds the message it stored before, and sends nothing again.
    const id = await command(
      ctx,
      async (tx) => {
        if (outgoing.method === MessageMethod.SMS) await mustHaveNumber(tx);
        return await enqueue(tx, outgoing);
      },
      { step: "intent" },
    );
    await deliver(ctx, id ?? "0");
    const row = await query(ctx, (db) => messageIn(db, ctx.companyId, id ?? "0"));
    const thread = await query(ctx, (db) => threadIn(db, ctx.companyId, { id: row?.thread_id ?? "0" }));
    return { ...(row ? { message: toMessage(row) } : {}), ...(thread ? { thread: toThread(ctx, thread) } : {}) };
  },

  async resendMessage(req, ctx) {
    const row = await mustFind(ctx, req.id);
    await mustWrite(ctx, row.customer_id);
    if (row.author !== 1 || row.forget || row.status !== MessageStatus.FAILED)
      throw fail("STATE_CONFLICT", { message: "Only a message that failed can be sent again." });
    await command(
      ctx,
      async (tx) => {
        await tx.db
          .updateTable("message")
          .set({ status: MessageStatus.QUEUED, error_code: 0, error_message: "", provider_id: "", from_number: "" })
          .where("company_id", "=", ctx.companyId)
          .where("id", "=", req.id)
          .where("status", "=", MessageStatus.FAILED)
          .execute();
        tx.schedule(deliverJob, {
          key: req.id,
          dueAt: backstop(),
          payload: { id: req.id },
          businessId: row.business_id,
        });
      },
      { step: "again" },
    );
    await deliver(ctx, req.id);
    return { message: toMessage(await mustFind(ctx, req.id)) };
  },

  async deleteMessage(req, ctx) {
    const row = await mustFind(ctx, req.id);
    await mustReach(ctx, row.customer_id);
    // 80106: one's own messages only; automatic ones and the client's belong to nobody, and stay.
    if (row.staff_id !== ctx.caller.staffId || row.author !== 1) throw fail("MESSAGE_OF_OTHER_STAFF");
    return await command(ctx, async (tx) => {
      await tx.db
        .updateTable("message")
        .set({ delete_time: sql`clock_timestamp()` })
        .where("company_id", "=", ctx.companyId)
        .where("id", "=", req.id)
        .execute();
      if (row.thread_id) await refreshLast(tx.db, ctx.companyId, row.thread_id);
      tx.log({ entity: "message", id: req.id, action: "deleted", businessId: row.business_id, before: { text: row.message_text } });
      tx.notify("message.threads", { businessId: row.business_id, ids: row.thread_id ? [row.thread_id] : [] });
      return {};
    });
  },
});
