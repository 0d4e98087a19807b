import { MessageReceivedSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { TextConsentSource } from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { autoReplyJob } from "../auto-reply/auto-reply.job.ts";
import { findAutoReply } from "../auto-reply/auto-reply.store.ts";
import { answersAt, mayAnswerAgain } from "../auto-reply/auto-reply.ts";
import { keepSaid, stopTexts } from "../consent/consent.store.ts";
import type { MessageTx } from "../db.ts";
import { findBusiness } from "../projections/business.store.ts";
import { previewOf } from "../sending/message.store.ts";
import { openThread, setAutoReplied, showTheirs } from "../sending/thread-place.store.ts";
import { answerJob } from "./answer.job.ts";
import { answerIn, stopIn } from "./answer.ts";
import { askedAbout, insertInbound } from "./inbound.store.ts";
import type { Route } from "./route.ts";

export type Inbound = { sid: string; from: string; to: string; body: string; mediaUrl: string; mimeType: string; segments: number };

/** Puts a client's text into their thread, once per sid, and starts what follows from it. Answers whether it was new. */
export async function applyInbound(tx: MessageTx, inbound: Inbound, route: Route): Promise<boolean> {
  const { businessId, customerId } = route;
  const threadId = await openThread(tx.db, businessId, customerId);
  const answer = answerIn(inbound.body);
  const appointmentId = answer ? await askedAbout(tx.db, customerId, inbound, answer) : null;
  const targetType = appointmentId ? MessageTargetType.APPOINTMENT : MessageTargetType.CONVERSATION;
  const row = await insertInbound(tx.db, inbound, route, { threadId, targetType, appointmentId });
  if (!row) return false;
  const text = previewOf(inbound.body, "", inbound.mediaUrl);
  const stopped = stopIn(inbound.body);
  const answersItself = appointmentId !== null || stopped !== null;
  const thread = await showTheirs(tx.db, threadId, { text, at: row.createTime, targetType, answersItself });
  if (stopped !== null) await follow(tx, inbound, route, stopped);
  tx.emit(MessageReceivedSchema, { messageId: row.id, threadId, businessId, customerId, method: "sms" }, { key: threadId });
  tx.notify("message.threads", { businessId, ids: [threadId], ...(!thread.blockTime && { tell: true }) });
  if (thread.blockTime) return true;
  if (appointmentId && answer)
    tx.schedule(answerJob, { key: row.id, dueAt: new Date(), payload: { messageId: row.id, appointmentId, answer }, businessId });
  else if (stopped === null) await replyByItself(tx, inbound, route, { id: threadId, autoRepliedAt: thread.autoRepliedAt });
  return true;
}

/** STOP and START are kept as they were texted, and hold. */
async function follow({ db }: MessageTx, { sid, from, body }: Inbound, { businessId, customerId }: Route, stopped: boolean): Promise<void> {
  const whom = { customerId, phone: from };
  await keepSaid(db, whom, { agreed: !stopped, words: body.trim(), source: TextConsentSource.TEXT, businessId, cause: sid });
  await stopTexts(db, stopped, whom);
}

async function replyByItself(
  tx: MessageTx,
  inbound: Inbound,
  { businessId, customerId }: Route,
  thread: { id: string; autoRepliedAt: Date | null },
): Promise<void> {
  const now = new Date();
  if (!mayAnswerAgain(thread.autoRepliedAt, now)) return;
  const setting = await findAutoReply(tx.db, businessId);
  const business = await findBusiness(tx.db, businessId);
  if (!answersAt(setting, now, business?.zone ?? "UTC")) return;
  const payload = { customerId, address: inbound.from, body: setting.body, cause: inbound.sid };
  tx.schedule(autoReplyJob, { key: inbound.sid, dueAt: now, payload, businessId });
  await setAutoReplied(tx.db, thread.id, now);
}
