import { type Ctx, instantAt, job, type Tx, todayIn } from "@leashline/kit";
import { command, type DB } from "../db.ts";
import { zoneOf } from "../projections/business.store.ts";
import { addClose, lastClose, unsealed } from "./close.store.ts";
import { NO_HASH, sealOf } from "./seal.ts";

/** So many entries one close seals at most; more than that are sealed by several, one after the other. */
export const mostEntries = 5_000;
const AT_NIGHT = 4 * 60;
/** No transaction lasts as long: what began before is written, or never will be. */
export const A_DAY_MS = 86_400_000;

/** The next four in the morning of the business. */
export function nextClosing(zone: string, now = Date.now()): Date {
  const today = todayIn(zone, now);
  const due = instantAt(today, AT_NIGHT, zone);
  return due.getTime() > now ? due : instantAt(Temporal.PlainDate.from(today).add({ days: 1 }).toString(), AT_NIGHT, zone);
}

/** Seals what came since the last close; answers whether there may be more. A night without an entry has none. */
async function seal(tx: Tx<DB>, businessId: string): Promise<boolean> {
  tx.lock([`close:${businessId}`]);
  const last = await lastClose(tx.db, businessId);
  const entries = await unsealed(tx.db, businessId, last ? new Date(last.closedAt.getTime() - A_DAY_MS) : null, mostEntries);
  const days = entries.map(({ businessDate }) => businessDate).sort();
  const [firstDate, lastDate] = [days[0], days.at(-1)];
  if (firstDate === undefined || lastDate === undefined) return false;
  const previousHash = last?.hash ?? NO_HASH;
  const close = { businessId, number: (last?.number ?? 0) + 1, firstDate, lastDate, previousHash, hash: sealOf(previousHash, entries) };
  await addClose(
    tx,
    close,
    entries.map(({ entryId }) => entryId),
  );
  return entries.length === mostEntries;
}

export async function closeBooks(given: Ctx, businessId: string): Promise<void> {
  const ctx: Ctx = { ...given, idempotencyKey: "" };
  for (let more = true; more; )
    await command(ctx, async (tx) => {
      more = await seal(tx, businessId);
      return {};
    });
}

/** Every night once, and then plans the next. */
export const closingBooks = job<{ businessId: string }>("close-books", {
  attempts: 100,
  leaseSeconds: 300,
  run: async (ctx, { businessId }) => {
    await closeBooks(ctx, businessId);
    await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      planClosing(tx, businessId, (await zoneOf(tx.db, businessId)) ?? tx.ctx.caller.zone);
      return {};
    });
  },
});

export const planClosing = (tx: Tx<DB>, businessId: string, zone: string): void =>
  tx.schedule(closingBooks, { key: businessId, businessId, dueAt: nextClosing(zone), payload: { businessId } });
