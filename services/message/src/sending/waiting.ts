import { type Ctx, Refusal } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { type MessageTx, query } from "../db.ts";
import { nightsOf } from "../quiet-hours/quiet-hours.store.ts";
import { usualHours, waitOf } from "../quiet-hours/quiet-hours.ts";
import type { MessageRow } from "./message.store.ts";
import type { Outgoing } from "./outgoing.ts";
import { refreshLast } from "./thread-place.store.ts";
import { deleteUnsent, deleteWaiting } from "./waiting.store.ts";

/** What goes out by itself, with how long each text of it waits for the end of the quiet hours. */
export async function withWaits(tx: MessageTx, outgoing: readonly Outgoing[]): Promise<readonly Outgoing[]> {
  const mayWait = (out: Outgoing) => out.method === MessageMethod.SMS && !out.atOnce;
  if (!outgoing.some(mayWait)) return outgoing;
  const now = new Date();
  const unknown = outgoing.filter((out) => mayWait(out) && !out.night).map(({ businessId }) => businessId);
  const nights = unknown.length > 0 ? await nightsOf(tx.db, unknown, usualHours(tx.ctx.runtime.config.env)) : none;
  return outgoing.map((out) => {
    const night = mayWait(out) ? (out.night ?? nights.get(out.businessId)) : undefined;
    const waitUntil = night && waitOf(night, night.zone, now, out.uselessAfter);
    return waitUntil ? { ...out, waitUntil } : out;
  });
}

const none: Awaited<ReturnType<typeof nightsOf>> = new Map();

/** Until when a text of a business waits that would go out at a moment; null where it does not. */
export async function waitUntil(ctx: Ctx, businessId: string, at: Date, uselessAfter: Date | null): Promise<Date | null> {
  const usual = usualHours(ctx.runtime.config.env);
  const night = (await query(ctx, (db) => nightsOf(db, [businessId], usual))).get(businessId);
  return night ? waitOf(night, night.zone, at, uselessAfter) : null;
}

/** The words of a text whose wait is over, and the number they go to, as they are by now; null where there is nothing to say any more. */
export type Renewed = { text: string; address: string };
export type Renew = (ctx: Ctx, row: MessageRow) => Promise<Renewed | null>;

let renew: Renew = async (_, { messageText: text, address }) => ({ text, address });
/** Whoever knows what texts are about says what has become of it. */
export const renewWith = (by: Renew): void => {
  renew = by;
};

/** Whether what a message says is not so any more, as where an appointment was canceled while nobody answered whether its confirmation is out. */
export type IsOvertaken = (ctx: Ctx, row: MessageRow) => Promise<boolean>;
let isOvertaken: IsOvertaken = async () => false;
export const overtakenBy = (by: IsOvertaken): void => {
  isOvertaken = by;
};

/** Asked of what was tried before: what goes out at once is as new as what it says. */
export const wasOvertaken: IsOvertaken = async (ctx, row) => row.attempts > 1 && (await isOvertaken(ctx, row));

/** Of a client who is gone, or an appointment that nobody knows, there is nothing to say. */
export async function renewed(ctx: Ctx, row: MessageRow): Promise<Renewed | null> {
  try {
    return await renew(ctx, row);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export type Waiting = Parameters<typeof deleteWaiting>[1];

/** Texts that wait and are overtaken leave no trace, as what waits its minute does not. */
export async function dropWaiting(tx: MessageTx, which: Waiting): Promise<void> {
  await clearUp(tx, await deleteWaiting(tx.db, which));
}

/** The same of what was tried, and is known not to be out. */
export async function dropUnsent(tx: MessageTx, id: string): Promise<void> {
  await clearUp(tx, await deleteUnsent(tx.db, id));
}

async function clearUp(tx: MessageTx, dropped: readonly Pick<MessageRow, "threadId" | "businessId">[]): Promise<void> {
  for (const { threadId, businessId } of dropped) {
    if (threadId === null) continue;
    await refreshLast(tx.db, threadId);
    tx.notify("message.threads", { businessId, ids: [threadId] });
  }
}
