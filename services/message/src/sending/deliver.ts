import { type Ctx, ErrorCode, job, plainText } from "@leashline/kit";
import { MessageFailedSchema, MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { TextConsentSource } from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import { maskedAddress } from "@leashline/proto/rules/masked-address.ts";
import { keepSaid, stopTexts } from "../consent/consent.store.ts";
import { command, type MessageTx, query } from "../db.ts";
import { NO_NUMBER, takeNumber } from "../numbers/number.ts";
import { messageIdFor, sendMail } from "../providers/mails.ts";
import type { Outcome } from "../providers/outcome.ts";
import { segmentsOf } from "../providers/segments.ts";
import { textSettings } from "../providers/settings.ts";
import { findText, sendText } from "../providers/texts.ts";
import { recordsLinked, unsubscribeLink } from "../wording/client-links.ts";
import { htmlOfText, letter } from "../wording/html.ts";
import { changeMessage, isKnown, isSettled, type MessageRow, markSent, putBack, takeMessage } from "./message.store.ts";
import { BULK_USE } from "./outgoing.ts";
import { setError } from "./thread-place.store.ts";
import { leftOutOfBulk } from "./waiting.store.ts";
import { dropUnsent, dropWaiting, type Renewed, renewed, wasOvertaken } from "./waiting.ts";

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
  const taken = await command(ctx, (tx) => claim(tx, id));
  if (!taken) return await query(ctx, (db) => isSettled(db, id));
  const row = taken.waitUntil ? await awakened(ctx, taken, last) : taken;
  return row ? await sendTaken(ctx, [row], { last }) : true;
}

/** A text whose wait is over, with its words as they are by now; null where there was nothing to say any more, or it cannot be known what. */
async function awakened(ctx: Ctx, row: MessageRow, last: boolean): Promise<MessageRow | null> {
  const { id } = row;
  let found: Renewed | null;
  try {
    found = row.deleteTime ? null : await renewed(ctx, row);
  } catch (error) {
    if (!last) throw error;
    await command(ctx, (tx) => recordFailure(tx, row, 504, "The words of this text could not be put together."));
    return null;
  }
  return await command(ctx, async (tx): Promise<MessageRow | null> => {
    if (found === null) {
      await dropWaiting(tx, { ids: [id] });
      if (row.useCase === BULK_USE) await leftOutOfBulk(tx.db, row.cause);
      return null;
    }
    const messageText = plainText(found.text);
    const now = { messageText, address: found.address, numSegments: segmentsOf(messageText), waitUntil: null };
    // Dropped meanwhile: nobody is to hear of it any more.
    return (await changeMessage(tx.db, id, now)) ? { ...row, ...now } : null;
  });
}

/** Hands messages that were taken to their providers at once, and records together what became of them. Answers whether all are settled. */
export async function sendTaken(keyed: Ctx, rows: readonly MessageRow[], { last = false } = {}): Promise<boolean> {
  if (rows.length === 0) return true;
  const ctx = unkeyed(keyed);
  const handed = await Promise.all(rows.map(async (row) => ({ row, outcome: await hand(ctx, row) })));
  return await command(ctx, (tx) => record(tx, handed, last));
}

/** Names the job that looks after messages by them. */
export const keyOf = ([first = "", ...rest]: readonly string[]): string => (rest.length > 0 ? `${first}+${rest.length}` : first);

/** `id` is that of a job from before one looked after several. */
type Due = { ids: string[] } | { id: string };

/** Hands stored messages to their provider, again and again until they are known to be out, or known not to go. */
export const deliverJob = job<Due>("deliver-message", {
  attempts: 8,
  leaseSeconds: 60,
  backoffSeconds: (attempt) => [2, 5, 15, 60, 300, 900, 1800][attempt - 1] ?? 1800,
  run: async (ctx, due, meta) => {
    let settled = true;
    for (const id of "ids" in due ? due.ids : [due.id]) settled = (await deliver(ctx, id, { last: meta.lastAttempt })) && settled;
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

/** What became of a message; one that says what is not so any more goes out no more, unless it is out already. */
type Became = Outcome | { kind: "overtaken" };

async function hand(ctx: Ctx, row: MessageRow): Promise<Became> {
  const { env } = ctx.runtime.config;
  try {
    if (row.method === MessageMethod.EMAIL) return (await wasOvertaken(ctx, row)) ? overtaken : await sendMail(env, mailOf(ctx, row));
    if (row.fromNumber === "" && textSettings(env)) return { kind: "refused", code: ErrorCode.STATE_CONFLICT, message: NO_NUMBER };
    const [from, to, body] = [row.fromNumber, row.address, row.messageText];
    const text = { from, to, body, mediaUrl: row.mediaUrl1, statusCallback: callbackFor(ctx, row) };
    const known = (sid: string) => query(ctx, (db) => isKnown(db, sid));
    const found = row.unsureSince ? await findText(env, { ...text, since: row.unsureSince }, known) : null;
    if (!found && (await wasOvertaken(ctx, row))) return overtaken;
    return found ?? (await sendText(env, text));
  } catch (error) {
    return { kind: "unknown", message: (error as Error).message };
  }
}

/** Names the message in the signed address, so that a report finds it even when we never heard its sid, and whose browsers are told of it. */
function callbackFor(ctx: Ctx, { companyId, businessId, threadId, id }: MessageRow): string {
  const about = `company=${companyId}&business=${businessId}&thread=${threadId ?? 0}&message=${id}`;
  return `${ctx.runtime.config.publicUrl}/webhooks/twilio/status?${about}`;
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
    // Mail programs show a button of their own for it.
    ...(row.useCase === BULK_USE && row.customerId !== "0" && { unsubscribe: unsubscribeLink(ctx, row).press }),
  };
}

const overtaken = { kind: "overtaken" } as const;

const noAnswer = (method: number): [number, string] =>
  method === MessageMethod.EMAIL ? [80_105, "Send email failed."] : [504, "The text provider did not answer."];

type Handed = { row: MessageRow; outcome: Became };

/** Answers whether all are settled; then nobody has to look after them any more. */
async function record(tx: MessageTx, handed: readonly Handed[], last: boolean): Promise<boolean> {
  recordSent(tx, handed);
  let settled = true;
  for (const { row, outcome } of handed) {
    if (outcome.kind === "overtaken") await dropUnsent(tx, row.id);
    else if (outcome.kind === "unknown" && !last) {
      await putBack(tx.db, row.id, outcome.message.slice(0, 500));
      settled = false;
    } else if (outcome.kind !== "sent") {
      await recordFailure(tx, row, ...(outcome.kind === "refused" ? ([outcome.code, outcome.message] as const) : noAnswer(row.method)));
      if (row.forget) await changeMessage(tx.db, row.id, { subject: "", messageText: "", html: "" });
    }
  }
  if (settled) tx.unschedule(deliverJob, keyOf(handed.map(({ row }) => row.id)));
  const threads = new Map(handed.map(({ row }) => [row.threadId ?? "", row.businessId]));
  threads.delete("");
  for (const [id, businessId] of threads) tx.notify("message.threads", { businessId, ids: [id] });
  return settled;
}

/** What a message has a link to sign for: it says so in its cause, or the links are among its words. */
const recordsOf = (ctx: Ctx, row: MessageRow): string[] => {
  const named = (row.useCase.startsWith("agreement ") && row.cause.split(":")[0]) || "";
  return [...new Set([...(named ? [named] : []), ...recordsLinked(ctx, `${row.messageText} ${row.html}`)])];
};

function recordSent(tx: MessageTx, handed: readonly Handed[]): void {
  const sent = handed.flatMap(({ row, outcome }) => (outcome.kind === "sent" ? [{ ...outcome, row, id: row.id }] : []));
  if (sent.length === 0) return;
  markSent(tx, sent);
  for (const { row } of sent) {
    const { id: messageId, businessId, customerId, useCase, appointmentId } = row;
    const agreementRecordIds = recordsOf(tx.ctx, row);
    const method = methodName[row.method] ?? "";
    if (appointmentId === "0" && agreementRecordIds.length === 0) continue;
    const about = { appointmentId, agreementRecordId: agreementRecordIds[0] ?? "0", agreementRecordIds };
    const sentTo = agreementRecordIds.length > 0 ? maskedAddress(method, row.address) : "";
    const event = { messageId, threadId: row.threadId ?? "0", businessId, customerId, method, useCase, sentTo, ...about };
    tx.emit(MessageSentSchema, event, { key: row.threadId ?? row.id });
  }
}

export async function recordFailure(tx: MessageTx, row: MessageRow, errorCode: number, why: string): Promise<void> {
  const errorMessage = why.slice(0, 500);
  await changeMessage(tx.db, row.id, {
    status: MessageStatus.FAILED,
    errorCode,
    errorMessage,
    leaseUntil: null,
    unsureSince: null,
    waitUntil: null,
  });
  if (row.threadId) await setError(tx.db, row.threadId, errorCode, errorMessage);
  const { id: messageId, businessId, customerId, appointmentId, useCase } = row;
  const failed = { messageId, businessId, customerId, appointmentId, method: methodName[row.method] ?? "", useCase, reason: errorMessage };
  if (appointmentId !== "0") tx.emit(MessageFailedSchema, failed, { key: row.threadId ?? row.id });
  if (errorCode === UNSUBSCRIBED && customerId !== "0") await stopAsTold(tx, row, errorMessage);
}

/** The provider knows of a STOP that never came to us. */
async function stopAsTold({ db }: MessageTx, { id: cause, customerId, businessId }: MessageRow, words: string): Promise<void> {
  await keepSaid(db, { customerId }, { agreed: false, words, source: TextConsentSource.PROVIDER, businessId, cause });
  await stopTexts(db, true, { customerId });
}
