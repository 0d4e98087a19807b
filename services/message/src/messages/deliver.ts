import { type Ctx, ErrorCode, job } from "@leashline/kit";
import { MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { sql } from "kysely";
import { command, type MessageTx, query } from "../db.ts";
import { NO_NUMBER, takeNumber } from "../numbers/number.ts";
import { messageIdFor, sendMail } from "../providers/mails.ts";
import type { Outcome } from "../providers/outcome.ts";
import { textSettings } from "../providers/settings.ts";
import { findText, sendText } from "../providers/texts.ts";
import { htmlOfText, letter } from "../wording/html.ts";
import type { MessageRow } from "./message.store.ts";

export const LEASE_SECONDS = 60;
const UNSUBSCRIBED = 21_610;
export const methodName: Record<number, string> = {
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
  const row = await claim(ctx, id);
  return row ? await sendTaken(ctx, row, { last }) : await isSettled(ctx, id);
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

/** Takes the message for the length of a lease. Another worker, or a second call, finds nothing to take. */
async function claim(ctx: Ctx, id: string): Promise<MessageRow | undefined> {
  return await command(ctx, async (tx) => {
    const row = await tx.db
      .updateTable("message")
      .set((eb) => ({
        status: MessageStatus.SENDING,
        attempts: eb("attempts", "+", 1),
        lease_until: sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
        // A lease that ran out means that a worker stopped in the middle: it may have sent.
        unsure_since: sql`case when status = ${MessageStatus.SENDING} then coalesce(unsure_since, create_time) else unsure_since end`,
      }))
      .where("company_id", "=", ctx.companyId)
      .where("id", "=", id)
      .where(sql<boolean>`(status = ${MessageStatus.QUEUED} or (status = ${MessageStatus.SENDING} and lease_until < clock_timestamp()))`)
      .returningAll()
      .executeTakeFirst();
    return row?.method === MessageMethod.SMS ? await withNumber(tx, row) : row;
  });
}

/** A text with the number it goes out from, which it keeps however often it is tried. */
async function withNumber(tx: MessageTx, row: MessageRow): Promise<MessageRow> {
  if (row.from_number !== "") return row;
  const from_number = (await takeNumber(tx)) ?? "";
  if (from_number !== "") await only(tx, row).set({ from_number }).execute();
  return { ...row, from_number };
}

/** One that somebody else is sending is not settled: they may have been killed in the middle. */
async function isSettled(ctx: Ctx, id: string): Promise<boolean> {
  const open = [MessageStatus.QUEUED, MessageStatus.SENDING];
  const row = await query(ctx, (db) =>
    db
      .selectFrom("message")
      .select("id")
      .where("company_id", "=", ctx.companyId)
      .where("id", "=", id)
      .where("status", "in", open)
      .executeTakeFirst(),
  );
  return row === undefined;
}

async function hand(ctx: Ctx, row: MessageRow): Promise<Outcome> {
  const { env } = ctx.runtime.config;
  try {
    if (row.method === MessageMethod.EMAIL) return await sendMail(env, mailOf(ctx, row));
    if (row.from_number === "" && textSettings(env)) return { kind: "refused", code: ErrorCode.STATE_CONFLICT, message: NO_NUMBER };
    const [from, to, body] = [row.from_number, row.address, row.message_text];
    const text = { from, to, body, mediaUrl: row.media_url1, statusCallback: callbackFor(ctx, row) };
    const found = row.unsure_since ? await findText(env, { ...text, since: row.unsure_since }, (sid) => isKnown(ctx, sid)) : null;
    return found ?? (await sendText(env, text));
  } catch (error) {
    return { kind: "unknown", message: (error as Error).message };
  }
}

async function isKnown(ctx: Ctx, sid: string): Promise<boolean> {
  const row = await query(ctx, (db) =>
    db.selectFrom("message").select("id").where("company_id", "=", ctx.companyId).where("provider_id", "=", sid).executeTakeFirst(),
  );
  return row !== undefined;
}

/** Names the message in the signed address, so that a report finds it even when we never heard its sid. */
function callbackFor(ctx: Ctx, row: MessageRow): string {
  return `${ctx.runtime.config.publicUrl}/webhooks/twilio/status?company=${row.company_id}&message=${row.id}`;
}

function mailOf(ctx: Ctx, row: MessageRow) {
  const fromName = row.from_name || "Leashline";
  return {
    to: row.address,
    subject: row.subject || fromName,
    text: row.message_text,
    html: row.html || letter(htmlOfText(row.message_text), { name: fromName }),
    messageId: messageIdFor(ctx.runtime.config.env, row.company_id, row.id),
    fromName,
    replyTo: row.reply_to,
  };
}

async function record(tx: MessageTx, row: MessageRow, outcome: Outcome, last: boolean): Promise<void> {
  if (outcome.kind === "sent") await recordSent(tx, row, outcome);
  else if (outcome.kind === "refused") await recordFailure(tx, row, outcome.code, outcome.message);
  else if (last)
    await recordFailure(
      tx,
      row,
      row.method === MessageMethod.EMAIL ? 80_105 : 504,
      row.method === MessageMethod.EMAIL ? "Send email failed." : "The text provider did not answer.",
    );
  else return await waitForNextTry(tx, row, outcome.message);
  tx.unschedule(deliverJob, row.id);
  if (row.forget) await only(tx, row).set({ subject: "", message_text: "", html: "" }).execute();
  if (row.thread_id) tx.notify("message.threads", { businessId: row.business_id, ids: [row.thread_id] });
}

const only = (tx: MessageTx, row: MessageRow) =>
  tx.db.updateTable("message").where("company_id", "=", row.company_id).where("id", "=", row.id);

async function recordSent(tx: MessageTx, row: MessageRow, outcome: Extract<Outcome, { kind: "sent" }>): Promise<void> {
  // A report that it arrived, or did not, may have been quicker than the answer to the call.
  const { status } = await only(tx, row)
    .set({
      status: sql`case when status in (${MessageStatus.DELIVERED}, ${MessageStatus.FAILED}) then status else ${MessageStatus.SENT} end`,
      error_code: sql`case when status = ${MessageStatus.FAILED} then error_code else 0 end`,
      error_message: sql`case when status = ${MessageStatus.FAILED} then error_message else '' end`,
      provider_id: outcome.providerId,
      num_segments: outcome.segments,
      sent_time: sql`clock_timestamp()`,
      lease_until: null,
      unsure_since: null,
    })
    .returning("status")
    .executeTakeFirstOrThrow();
  if (row.thread_id && status !== MessageStatus.FAILED) {
    tx.write(
      tx.db
        .updateTable("thread")
        .set({ last_error_code: 0, last_error_msg: "" })
        .where("company_id", "=", row.company_id)
        .where("id", "=", row.thread_id)
        .where("last_error_code", "<>", 0),
    );
  }
  const sent = {
    messageId: row.id,
    threadId: row.thread_id ?? "0",
    businessId: row.business_id,
    customerId: row.customer_id,
    method: methodName[row.method] ?? "",
    useCase: row.use_case,
  };
  tx.emit(MessageSentSchema, sent, { key: row.thread_id ?? row.id });
}

/** The thread keeps why its last message did not go (growth §8). */
export async function recordFailure(tx: MessageTx, row: MessageRow, code: number, message: string): Promise<void> {
  await only(tx, row)
    .set({ status: MessageStatus.FAILED, error_code: code, error_message: message.slice(0, 500), lease_until: null, unsure_since: null })
    .execute();
  if (row.thread_id) {
    await tx.db
      .updateTable("thread")
      .set({ last_error_code: code, last_error_msg: message.slice(0, 500) })
      .where("company_id", "=", row.company_id)
      .where("id", "=", row.thread_id)
      .execute();
  }
  if (code === UNSUBSCRIBED) {
    await tx.db
      .updateTable("recipient")
      .set({ texts_stopped: true })
      .where("company_id", "=", row.company_id)
      .where("customer_id", "=", row.customer_id)
      .execute();
  }
}

async function waitForNextTry(tx: MessageTx, row: MessageRow, why: string): Promise<void> {
  await only(tx, row)
    .set({
      status: MessageStatus.QUEUED,
      lease_until: null,
      unsure_since: sql`coalesce(unsure_since, create_time)`,
      error_message: why.slice(0, 500),
    })
    .where("status", "=", MessageStatus.SENDING)
    .execute();
}
