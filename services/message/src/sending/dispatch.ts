import type { Ctx } from "@leashline/kit";
import { command, type MessageTx } from "../db.ts";
import { sendTaken, unkeyed } from "./deliver.ts";
import { enqueueTaken } from "./enqueue.ts";
import type { MessageRow } from "./message.store.ts";
import type { Outgoing } from "./outgoing.ts";

/** Groups of messages under way at a time. */
const AT_ONCE = 4;
/** What waited so long for its turn is left to its job: before its lease ends nobody else has it. */
const LATEST_MS = 25_000;

type Group = { ctx: Ctx; rows: MessageRow[]; takenAt: number };
const waiting: Group[] = [];
const underway = new Set<Promise<void>>();

/** Stores messages with what else the transaction does, and hands them over after its commit, while whoever asked goes on. */
export function dispatch(tx: MessageTx, outgoing: readonly Outgoing[]): void {
  for (const one of outgoing) tx.together(storeAll, one);
}

async function storeAll(tx: MessageTx, outgoing: Outgoing[]): Promise<void> {
  const groups = await enqueueTaken(tx, outgoing);
  tx.afterCommit(() => {
    for (const rows of groups) waiting.push({ ctx: tx.ctx, rows, takenAt: performance.now() });
    goOn();
  });
}

/** The same for a job, which waits until its messages are handed over; unless, as they are stored, they are not to be sent any more. */
export async function sendAtOnce(
  ctx: Ctx,
  outgoing: readonly Outgoing[],
  isStillSo: (tx: MessageTx) => Promise<boolean> = async () => true,
): Promise<void> {
  const groups = await command(unkeyed(ctx), async (tx) => ((await isStillSo(tx)) ? await enqueueTaken(tx, outgoing) : []));
  for (const rows of groups) await sendTaken(ctx, rows);
}

function goOn(): void {
  while (underway.size < AT_ONCE) {
    const group = waiting.shift();
    if (!group) return;
    const sending = send(group).finally(() => {
      underway.delete(sending);
      goOn();
    });
    underway.add(sending);
  }
}

async function send({ ctx, rows, takenAt }: Group): Promise<void> {
  if (performance.now() - takenAt > LATEST_MS) return;
  try {
    await sendTaken(ctx, rows);
  } catch (error) {
    ctx.runtime.log.warn({ error: (error as Error).message }, "messages are left to their job");
  }
}

/** When nothing is under way any more. */
export async function allHandedOver(): Promise<void> {
  while (underway.size > 0) await Promise.all(underway);
}
