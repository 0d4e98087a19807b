import { fail } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { MessageTx } from "../db.ts";
import { mustHaveNumber, takeNumber } from "../numbers/number.ts";
import { textSettings } from "../providers/settings.ts";
import { deliverJob, keyOf } from "./deliver.ts";
import { insertOutgoing, insertTaken, LEASE_SECONDS, type MessageRow, previewOf } from "./message.store.ts";
import { columnsOf, type Outgoing } from "./outgoing.ts";
import { openThread, showOurs } from "./thread-place.store.ts";
import { withWaits } from "./waiting.ts";

/** Handed to their providers at a time, and recorded in one transaction. */
const TOGETHER = 8;

const inGroups = (rows: readonly MessageRow[]): MessageRow[][] =>
  Array.from({ length: Math.ceil(rows.length / TOGETHER) }, (_, nth) => rows.slice(nth * TOGETHER, (nth + 1) * TOGETHER));

/** When the job looks after a message that its writer sends himself: once a writer that was killed in the middle holds it no longer. */
const backstop = (): Date => new Date(Date.now() + (LEASE_SECONDS + 5) * 1_000);

/** Stores a message that is to go out, with its place in the thread and the work to send it. Null when it was stored before. */
export async function enqueue(tx: MessageTx, out: Outgoing): Promise<string | null> {
  const row = await store(tx, out);
  if (row?.status === MessageStatus.QUEUED) lookAfter(tx, [row], out.inline ? backstop() : new Date());
  return row?.id ?? null;
}

/**
 * Stores messages as taken already, all in one statement: whoever stores them hands them to the providers right after the commit, and a job is there
 * in case that never happens. Answers those that are to be handed over, in groups that are recorded together. Texts that wait for the end of the
 * quiet hours are left to their jobs.
 */
export async function enqueueTaken(tx: MessageTx, given: readonly Outgoing[]): Promise<MessageRow[][]> {
  if (given.length === 0) return [];
  const outgoing = await withWaits(tx, given);
  const texts = outgoing.filter(({ method }) => method === MessageMethod.SMS);
  const number = texts.every(({ fromNumber }) => fromNumber) ? "" : ((await takeNumber(tx)) ?? "");
  const taken = outgoing.map((out) => ({
    ...columnsOf(out),
    fromNumber: out.method === MessageMethod.SMS ? out.fromNumber || number : "",
  }));
  const rows = await insertTaken(tx.db, taken);
  for (const row of new Map(rows.map((one) => [one.threadId, one])).values()) show(tx, row);
  const open = rows.filter(({ status }) => status === MessageStatus.SENDING);
  const groups = inGroups(open);
  for (const group of groups) lookAfter(tx, group);
  const waiting = Map.groupBy(rows, ({ waitUntil }) => waitUntil?.getTime() ?? 0);
  waiting.delete(0);
  for (const [until, some] of waiting) for (const group of inGroups(some)) lookAfter(tx, group, new Date(until));
  return groups;
}

async function store(tx: MessageTx, out: Outgoing): Promise<MessageRow | null> {
  const threadId = out.customerId === "0" ? null : await openThread(tx.db, out.businessId, out.customerId);
  const status = out.method === MessageMethod.APP ? MessageStatus.DELIVERED : MessageStatus.QUEUED;
  const row = await insertOutgoing(tx.db, { ...columnsOf(out), status, threadId });
  if (row) show(tx, row);
  return row ?? null;
}

/** The message is its thread's last one. */
function show(
  tx: MessageTx,
  { threadId, businessId, messageText, subject, mediaUrl1, createTime: at, targetType, staffId, useCase }: MessageRow,
): void {
  if (threadId === null) return;
  showOurs(tx, threadId, {
    text: previewOf(messageText, subject, mediaUrl1),
    at,
    targetType,
    staffId,
    isAnswer: useCase === "",
  });
  tx.notify("message.threads", { businessId, ids: [threadId] });
}

/** Work to deliver messages of one business, should nobody have done it by then. */
export function lookAfter(tx: MessageTx, rows: readonly Pick<MessageRow, "id" | "businessId">[], dueAt = backstop()): void {
  const [first] = rows;
  if (!first) return;
  const ids = rows.map(({ id }) => id);
  tx.schedule(deliverJob, { key: keyOf(ids), dueAt, payload: { ids }, businessId: first.businessId });
}

/** Refuses a text that somebody waits for and that could never go out. */
export async function mustText(tx: MessageTx): Promise<void> {
  if (textSettings(tx.ctx.runtime.config.env) === null) throw fail("STATE_CONFLICT", { message: "This installation sends no texts." });
  await mustHaveNumber(tx);
}
