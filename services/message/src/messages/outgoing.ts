import { fail } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { type RawBuilder, sql } from "kysely";
import type { MessageTx } from "../db.ts";
import { mustHaveNumber, takeNumber } from "../numbers/number.ts";
import type { Recipient } from "../people/people.store.ts";
import { textSettings } from "../providers/settings.ts";
import { openThread } from "../threads/thread.store.ts";
import { htmlOfText, letter, looksLikeHtml, sanitizeHtml, textOfHtml } from "../wording/html.ts";
import { segmentsOf } from "../wording/segments.ts";
import { deliverJob, LEASE_SECONDS } from "./deliver.ts";
import { type MessageRow, previewOf } from "./message.store.ts";

export type Outgoing = {
  businessId: string;
  /** "0" for somebody who is no client. */
  customerId: string;
  method: MessageMethod;
  address: string;
  text: string;
  subject?: string;
  /** The whole mail; without it one is made from the text. */
  html?: string;
  mediaUrl?: string;
  targetType?: MessageTargetType;
  useCase?: string;
  /** With use case, way and person it names the message: a second one is not stored. */
  cause?: string;
  appointmentId?: string;
  staff?: { id: string; name: string };
  fromName?: string;
  replyTo?: string;
  /** Holds a code or a link that opens something: its words are not kept once it is settled. */
  forget?: boolean;
  /** Who stores it hands it to the provider too, right after the commit; the job is only there in case that never happens. */
  inline?: boolean;
};

/** When the job looks after a message that its writer sends himself: once a writer that was killed in the middle holds it no longer. */
export const backstop = (): Date => new Date(Date.now() + (LEASE_SECONDS + 5) * 1_000);

/** Stores a message that is to go out, with its place in the thread and the work to send it. Null when it was stored before. */
export async function enqueue(tx: MessageTx, out: Outgoing): Promise<string | null> {
  const row = await store(tx, out, { status: MessageStatus.QUEUED });
  if (row && row.status === MessageStatus.QUEUED) lookAfter(tx, row, out.inline ? backstop() : new Date());
  return row?.id ?? null;
}

/** Stores a message as taken already: whoever stores it hands it to the provider right after the commit, and the job is there in case that never happens. */
export async function enqueueTaken(tx: MessageTx, out: Outgoing): Promise<MessageRow | null> {
  const from_number = out.method === MessageMethod.SMS ? ((await takeNumber(tx)) ?? "") : "";
  const taken = {
    status: MessageStatus.SENDING,
    attempts: 1,
    from_number,
    lease_until: sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
  };
  const row = await store(tx, out, taken);
  if (row && row.status === MessageStatus.SENDING) lookAfter(tx, row, backstop());
  return row;
}

type State = { status: MessageStatus; attempts?: number; from_number?: string; lease_until?: RawBuilder<Date> };

async function store(tx: MessageTx, out: Outgoing, state: State): Promise<MessageRow | null> {
  const { companyId } = tx.ctx;
  const threadId = out.customerId === "0" ? null : await openThread(tx.db, companyId, out.businessId, out.customerId);
  const toApp = out.method === MessageMethod.APP;
  const row = await tx.db
    .insertInto("message")
    .values({ company_id: companyId, ...columnsOf(out), thread_id: threadId, ...(toApp ? { status: MessageStatus.DELIVERED } : state) })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "use_case", "cause", "method", "customer_id", "address"])
        .where("cause", "<>", sql.lit(""))
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (row && threadId) touchThread(tx, threadId, out, row.create_time);
  return row ?? null;
}

const lookAfter = (tx: MessageTx, { id, business_id }: MessageRow, dueAt: Date): void =>
  tx.schedule(deliverJob, { key: id, dueAt, payload: { id }, businessId: business_id });

function columnsOf(out: Outgoing) {
  return {
    business_id: out.businessId,
    customer_id: out.customerId,
    staff_id: out.staff?.id ?? "0",
    staff_name: out.staff?.name ?? "",
    target_type: out.targetType ?? MessageTargetType.CONVERSATION,
    author: 1,
    method: out.method,
    message_type: out.mediaUrl ? 2 : 1,
    message_text: out.text,
    subject: out.subject ?? "",
    html: out.html ?? "",
    media_url1: out.mediaUrl ?? "",
    num_segments: out.method === MessageMethod.SMS ? segmentsOf(out.text) : 0,
    use_case: out.useCase ?? "",
    cause: out.cause ?? "",
    appointment_id: out.appointmentId ?? "0",
    address: out.address,
    from_name: out.fromName ?? "",
    reply_to: out.replyTo ?? "",
    forget: out.forget ?? false,
  };
}

function touchThread(tx: MessageTx, threadId: string, out: Outgoing, at: Date): void {
  tx.write(
    tx.db
      .updateTable("thread")
      .set({
        last_message_text: previewOf(out.text, out.subject ?? "", out.mediaUrl ?? ""),
        last_message_time: at,
        sorted_at: at,
        last_from_customer: false,
        last_target_type: out.targetType ?? MessageTargetType.CONVERSATION,
        staff_id: out.staff?.id ?? "0",
      })
      .where("company_id", "=", tx.ctx.companyId)
      .where("id", "=", threadId),
  );
  tx.notify("message.threads", { businessId: out.businessId, ids: [threadId] });
}

/** Refuses a text that somebody waits for and that could never go out. */
export async function mustText(tx: MessageTx): Promise<void> {
  if (textSettings(tx.ctx.runtime.config.env) === null) throw fail("STATE_CONFLICT", { message: "This installation sends no texts." });
  await mustHaveNumber(tx);
}

/** Where a message to a client goes; refused when there is nowhere, or the client does not want it. */
export function addressFor(recipient: Recipient, method: MessageMethod): string {
  if (recipient.is_block_message) throw fail("STATE_CONFLICT", { message: "This client is blocked. Unblock them to write to them." });
  if (method === MessageMethod.EMAIL) {
    if (!recipient.email) throw fail("CLIENT_WITHOUT_EMAIL", { field: "customerId" });
    return recipient.email;
  }
  if (method === MessageMethod.APP) return "";
  if (!recipient.phone_e164) throw fail("CLIENT_WITHOUT_PHONE", { field: "customerId" });
  if (recipient.texts_stopped)
    throw fail("STATE_CONFLICT", { message: "This client answered STOP to your texts. Only they can undo it, by texting START." });
  return recipient.phone_e164;
}

/** A mail's two forms from what a person or a template wrote: text, or HTML that is made safe. */
export function mailBody(body: string, from: { name: string; address: string; phone: string }): { text: string; html: string } {
  const html = looksLikeHtml(body) ? sanitizeHtml(body) : htmlOfText(body);
  return { text: looksLikeHtml(body) ? textOfHtml(html) : body, html: letter(html, from) };
}
