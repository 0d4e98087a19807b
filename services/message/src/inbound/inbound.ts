import { MessageReceivedSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType, OpenStatus } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { sql } from "kysely";
import { type Answer, answerIn } from "../auto-messages/auto-message.ts";
import { autoReplyJob } from "../auto-reply/auto-reply.job.ts";
import { autoReplyIn } from "../auto-reply/auto-reply.rpc.ts";
import { answersAt, mayAnswerAgain } from "../auto-reply/auto-reply.ts";
import type { MessageTx } from "../db.ts";
import { previewOf } from "../messages/message.store.ts";
import { shopIn } from "../people/people.store.ts";
import { openThread } from "../threads/thread.store.ts";
import { answerJob } from "./answer.job.ts";
import type { Route } from "./route.ts";

export type Inbound = { sid: string; from: string; to: string; body: string; mediaUrl: string; mimeType: string; segments: number };

const STOP = /^\s*(stop|stopall|unsubscribe|cancelall|end|quit|revoke|optout)\s*$/i;
const START = /^\s*(start|unstop)\s*$/i;

/** Puts a client's text into their thread, once per sid, and starts what follows from it. Answers whether it was new. */
export async function applyInbound(tx: MessageTx, inbound: Inbound, route: Route): Promise<boolean> {
  const { companyId } = tx.ctx;
  const threadId = await openThread(tx.db, companyId, route.businessId, route.customerId);
  const answer = answerIn(inbound.body);
  const appointmentId = answer ? await askedAbout(tx, route.customerId, inbound, answer) : null;
  const targetType = appointmentId ? MessageTargetType.APPOINTMENT : MessageTargetType.CONVERSATION;
  const row = await storeInbound(tx, inbound, route, threadId, targetType, appointmentId);
  if (!row) return false;
  const thread = await touchThread(tx, threadId, inbound, targetType, row.create_time);
  await rememberStop(tx, route.customerId, inbound);
  tx.emit(
    MessageReceivedSchema,
    { messageId: row.id, threadId, businessId: route.businessId, customerId: route.customerId, method: "sms" },
    { key: threadId },
  );
  tx.notify("message.threads", { businessId: route.businessId, ids: [threadId] });
  if (thread.block_time) return true;
  if (appointmentId && answer) {
    tx.schedule(answerJob, {
      key: row.id,
      dueAt: new Date(),
      payload: { messageId: row.id, appointmentId, answer },
      businessId: route.businessId,
    });
  } else if (!STOP.test(inbound.body) && !START.test(inbound.body))
    await replyByItself(tx, inbound, route, threadId, thread.auto_replied_at);
  return true;
}

async function storeInbound(
  tx: MessageTx,
  inbound: Inbound,
  route: Route,
  threadId: string,
  targetType: MessageTargetType,
  appointmentId: string | null,
) {
  return await tx.db
    .insertInto("message")
    .values({
      company_id: tx.ctx.companyId,
      business_id: route.businessId,
      thread_id: threadId,
      customer_id: route.customerId,
      target_type: targetType,
      author: 2,
      method: MessageMethod.SMS,
      message_type: inbound.mediaUrl ? 2 : 1,
      message_text: inbound.body,
      media_url1: inbound.mediaUrl,
      mime_type: inbound.mimeType,
      num_segments: inbound.segments,
      status: MessageStatus.RECEIVED,
      is_read: false,
      customer_is_read: true,
      address: inbound.from,
      provider_id: inbound.sid,
      appointment_id: appointmentId ?? "0",
    })
    .onConflict((conflict) => conflict.columns(["company_id", "provider_id"]).where("provider_id", "<>", sql.lit("")).doNothing())
    .returning(["id", "create_time"])
    .executeTakeFirst();
}

/** A client who writes opens the thread again; a blocked one makes no noise. */
async function touchThread(tx: MessageTx, threadId: string, inbound: Inbound, targetType: MessageTargetType, at: Date) {
  return await tx.db
    .updateTable("thread")
    .set({
      last_message_text: previewOf(inbound.body, "", inbound.mediaUrl),
      last_message_time: at,
      sorted_at: at,
      last_from_customer: true,
      last_target_type: targetType,
      open_status: sql`case when block_time is null then ${OpenStatus.OPEN} else open_status end`,
      unread_count: sql`unread_count + case when block_time is null then 1 else 0 end`,
    })
    .where("company_id", "=", tx.ctx.companyId)
    .where("id", "=", threadId)
    .returning(["block_time", "auto_replied_at"])
    .executeTakeFirstOrThrow();
}

/** The visit a Y or N is about: the one our last message about a visit ahead spoke of, from this number to this phone. */
async function askedAbout(tx: MessageTx, customerId: string, { from, to }: Inbound, answer: Answer): Promise<string | null> {
  const asking =
    answer === "cancel" ? ["reminder first", "reminder second"] : ["reminder first", "reminder second", "booked", "rescheduled"];
  const row = await tx.db
    .selectFrom("message")
    .innerJoin("visit", (join) =>
      join.onRef("visit.company_id", "=", "message.company_id").onRef("visit.appointment_id", "=", "message.appointment_id"),
    )
    .select("visit.appointment_id")
    .where("message.company_id", "=", tx.ctx.companyId)
    .where("message.customer_id", "=", customerId)
    .where("visit.customer_id", "=", customerId)
    .where("message.author", "=", 1)
    .where("message.method", "=", MessageMethod.SMS)
    .where("message.address", "=", from)
    .where("message.from_number", "in", ["", to])
    .where("message.use_case", "in", asking)
    .where("visit.start_at", ">", new Date())
    .where("visit.status", "in", [1, 2])
    .orderBy("message.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.appointment_id ?? null;
}

/** STOP and START hold for the phone that said them, whoever of the company's clients has it, and for this company alone. */
async function rememberStop(tx: MessageTx, customerId: string, { from, body }: Inbound): Promise<void> {
  const stopped = STOP.test(body) ? true : START.test(body) ? false : null;
  if (stopped === null) return;
  await tx.db
    .updateTable("recipient")
    .set({ texts_stopped: stopped })
    .where("company_id", "=", tx.ctx.companyId)
    .where((eb) => eb.or([eb("phone_e164", "=", from), eb("customer_id", "=", customerId)]))
    .execute();
}

async function replyByItself(tx: MessageTx, inbound: Inbound, route: Route, threadId: string, last: Date | null): Promise<void> {
  const { companyId } = tx.ctx;
  const now = new Date();
  if (!mayAnswerAgain(last, now)) return;
  const [setting, shop] = [await autoReplyIn(tx.db, companyId, route.businessId), await shopIn(tx.db, companyId, route.businessId)];
  if (!answersAt(setting, now, shop?.zone ?? "UTC")) return;
  const payload = { customerId: route.customerId, address: inbound.from, body: setting.body, cause: inbound.sid };
  tx.schedule(autoReplyJob, { key: inbound.sid, dueAt: now, payload, businessId: route.businessId });
  await tx.db.updateTable("thread").set({ auto_replied_at: now }).where("company_id", "=", companyId).where("id", "=", threadId).execute();
}
