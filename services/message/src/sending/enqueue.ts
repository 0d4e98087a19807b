import { fail } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { MessageTx } from "../db.ts";
import { mustHaveNumber, takeNumber } from "../numbers/number.ts";
import { textSettings } from "../providers/settings.ts";
import { deliverJob } from "./deliver.ts";
import { insertOutgoing, LEASE_SECONDS, leaseEnd, type MessageRow, previewOf } from "./message.store.ts";
import { columnsOf, type Outgoing } from "./outgoing.ts";
import { openThread, showOurs } from "./thread-place.store.ts";

/** When the job looks after a message that its writer sends himself: once a writer that was killed in the middle holds it no longer. */
const backstop = (): Date => new Date(Date.now() + (LEASE_SECONDS + 5) * 1_000);

/** Stores a message that is to go out, with its place in the thread and the work to send it. Null when it was stored before. */
export async function enqueue(tx: MessageTx, out: Outgoing): Promise<string | null> {
  const row = await store(tx, out, { status: MessageStatus.QUEUED });
  if (row?.status === MessageStatus.QUEUED) lookAfter(tx, row, out.inline ? backstop() : new Date());
  return row?.id ?? null;
}

/** Stores a message as taken already: whoever stores it hands it to the provider right after the commit, and the job is there in case that never happens. */
export async function enqueueTaken(tx: MessageTx, out: Outgoing): Promise<MessageRow | null> {
  const fromNumber = out.method === MessageMethod.SMS ? ((await takeNumber(tx)) ?? "") : "";
  const row = await store(tx, out, { status: MessageStatus.SENDING, attempts: 1, fromNumber, leaseUntil: leaseEnd });
  if (row?.status === MessageStatus.SENDING) lookAfter(tx, row);
  return row;
}

type State = { status: MessageStatus; attempts?: number; fromNumber?: string; leaseUntil?: typeof leaseEnd };

async function store(tx: MessageTx, out: Outgoing, state: State): Promise<MessageRow | null> {
  const threadId = out.customerId === "0" ? null : await openThread(tx.db, out.businessId, out.customerId);
  const values = columnsOf(out);
  const settled = out.method === MessageMethod.APP ? { status: MessageStatus.DELIVERED } : state;
  const row = await insertOutgoing(tx.db, { ...values, ...settled, threadId });
  if (row && threadId) {
    const text = previewOf(values.messageText, values.subject, values.mediaUrl1);
    showOurs(tx, threadId, { text, at: row.createTime, targetType: values.targetType, staffId: values.staffId });
    tx.notify("message.threads", { businessId: out.businessId, ids: [threadId] });
  }
  return row ?? null;
}

export const lookAfter = (tx: MessageTx, { id, businessId }: MessageRow, dueAt = backstop()): void =>
  tx.schedule(deliverJob, { key: id, dueAt, payload: { id }, businessId });

/** Refuses a text that somebody waits for and that could never go out. */
export async function mustText(tx: MessageTx): Promise<void> {
  if (textSettings(tx.ctx.runtime.config.env) === null) throw fail("STATE_CONFLICT", { message: "This installation sends no texts." });
  await mustHaveNumber(tx);
}
