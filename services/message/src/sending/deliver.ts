import { type Ctx, ErrorCode, job } from "@leashline/kit";
import { MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import { NO_NUMBER, takeNumber } from "../numbers/number.ts";
import { stopTexts } from "../projections/client.store.ts";
import { messageIdFor, sendMail } from "../providers/mails.ts";
import type { Outcome } from "../providers/outcome.ts";
import { textSettings } from "../providers/settings.ts";
import { findText, sendText } from "../providers/texts.ts";
import { htmlOfText, letter } from "../wording/html.ts";
import { changeMessage, isKnown, isSettled, type MessageRow, markSent, putBack, takeMessage } from "./message.store.ts";
import { clearError, setError } from "./thread-place.store.ts";

const UNSUBSCRIBED = 21_610;
const methodName: Record<number, string> = {
  [MessageMethod.SMS]: "sms",
  [MessageMethod.EMAIL]: "email",
  [MessageMethod.APP]: "app",
};

/** A command of the delivery itself runs every time; the once-only of a delivery is the message's own state. */
export const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });

/**
 * Sends one stored message, outside any transaction: claim, ask if it may be out already, call, record. Answers whether it is settled.
 * `last`: another try will not come, so "no answer" becomes a failure that people see.
 */
export async function deliver(keyed: Ctx, id: string, { last = false } = {}): Promise<boolean> {
  const ctx = unkeyed(keyed);
  const row = await command(ctx, (tx) => claim(tx, id));
  return row ? await sendTaken(ctx, row, { last }) : await query(ctx, (db) => isSettled(db, id));
}

/** Hands a message that was taken to its provider, and records what became of it. */
export async function sendTaken(keyed: Ctx, row: MessageRow, { last = false } = {}): Promise<boolean> {
  if (row.status !== MessageStatus.SENDING) return true;
  const ctx = unkeyed(keyed);
  const outcome = await hand(ctx, row);
  await command(ctx, (tx) => record(tx, row, outcome, last));
  return outcome.kind !== "unknown" || last;
}

/** Hands a stored message to its provider, again and again until it is known to be out, or known not to go. */
export const deliverJob = job<{ id: string }>("deliver-message", {
  attempts: 8,
  leaseSeconds: 60,
  backoffSeconds: (attempt) => [2, 5, 15, 60, 300, 900, 1800][attempt - 1] ?? 1800,
  run: async (ctx, { id }, meta) => {
    const settled = await deliver(ctx, id, { last: meta.lastAttempt });
    if (!settled) throw new Error("It is not known yet whether it went out.");
  },
});

/** A text is claimed with the number it goes out from, which it keeps however often it is tried. */
async function claim(tx: MessageTx, id: string): Promise<MessageRow | undefined> {
  const row = await takeMessage(tx.db, id);
  if (row?.method !== MessageMethod.SMS || row.fromNumber !== "") return row;
  const fromNumber = (await takeNumber(tx)) ?? "";
  if (fromNumber !== "") await changeMessage(tx.db, id, { fromNumber });
  return { ...row, fromNumber };
}

async function hand(ctx: Ctx, row: MessageRow): Promise<Outcome> {
  const { env } = ctx.runtime.config;
  try {
    if (row.method === MessageMethod.EMAIL) return await sendMail(env, mailOf(ctx, row));
    if (row.fromNumber === "" && textSettings(env)) return { kind: "refused", code: ErrorCode.STATE_CONFLICT, message: NO_NUMBER };
    const [from, to, body] = [row.fromNumber, row.address, row.messageText];
    const text = { from, to, body, mediaUrl: row.mediaUrl1, statusCallback: callbackFor(ctx, row) };
    const known = (sid: string) => query(ctx, (db) => isKnown(db, sid));
    const found = row.unsureSince ? await findText(env, { ...text, since: row.unsureSince }, known) : null;
    return found ?? (await sendText(env, text));
  } catch (error) {
    return { kind: "unknown", message: (error as Error).message };
  }
}

/** Names the message in the signed address, so that a report finds it even when we never heard its sid. */
function callbackFor(ctx: Ctx, row: MessageRow): string {
  return `${ctx.runtime.config.publicUrl}/webhooks/twilio/status?company=${row.companyId}&message=${row.id}`;
}

function mailOf(ctx: Ctx, row: MessageRow) {
  const fromName = row.fromName || "Leashline";
  return {
    to: row.address,
    subject: row.subject || fromName,
    text: row.messageText,
    html: row.html || letter(htmlOfText(row.messageText), { name: fromName }),
    messageId: messageIdFor(ctx.runtime.config.env, row.companyId, row.id),
    fromName,
    replyTo: row.replyTo,
  };
}

const noAnswer = (method: number): [number, string] =>
  method === MessageMethod.EMAIL ? [80_105, "Send email failed."] : [504, "The text provider did not answer."];

async function record(tx: MessageTx, row: MessageRow, outcome: Outcome, last: boolean): Promise<void> {
  if (outcome.kind === "sent") await recordSent(tx, row, outcome);
  else if (outcome.kind === "refused") await recordFailure(tx, row, outcome.code, outcome.message);
  else if (last) await recordFailure(tx, row, ...noAnswer(row.method));
  else return await putBack(tx.db, row.id, outcome.message.slice(0, 500));
  tx.unschedule(deliverJob, row.id);
  if (row.forget) await changeMessage(tx.db, row.id, { subject: "", messageText: "", html: "" });
  if (row.threadId) tx.notify("message.threads", { businessId: row.businessId, ids: [row.threadId] });
}

async function recordSent(tx: MessageTx, row: MessageRow, outcome: Extract<Outcome, { kind: "sent" }>): Promise<void> {
  const status = await markSent(tx.db, row.id, outcome);
  if (row.threadId && status !== MessageStatus.FAILED) clearError(tx, row.threadId);
  const sent = {
    messageId: row.id,
    threadId: row.threadId ?? "0",
    businessId: row.businessId,
    customerId: row.customerId,
    method: methodName[row.method] ?? "",
    useCase: row.useCase,
  };
  tx.emit(MessageSentSchema, sent, { key: row.threadId ?? row.id });
}

export async function recordFailure(tx: MessageTx, row: MessageRow, errorCode: number, why: string): Promise<void> {
  const errorMessage = why.slice(0, 500);
  await changeMessage(tx.db, row.id, { status: MessageStatus.FAILED, errorCode, errorMessage, leaseUntil: null, unsureSince: null });
  if (row.threadId) await setError(tx.db, row.threadId, errorCode, errorMessage);
  if (errorCode === UNSUBSCRIBED) await stopTexts(tx.db, true, { customerId: row.customerId });
}
