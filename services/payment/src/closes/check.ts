import type { Ctx } from "@leashline/kit";
import { type Db, query } from "../db.ts";
import { type Close, closesFrom, sealedBy, slippedIn } from "./close.store.ts";
import { A_DAY_MS } from "./close-books.ts";
import { NO_HASH, sealOf } from "./seal.ts";

/** So much is checked at once. */
const mostCloses = 50;
const enoughEntries = 20_000;

type Found = { checked: number; entries: number; brokenNumber: number; nextNumber: number; slippedIn: boolean };

/** Whether a close follows the one before it and what it sealed is as it was. */
async function holds(db: Db, close: Close, before: Close | undefined): Promise<boolean> {
  if (close.previousHash !== (before?.hash ?? NO_HASH) || close.number !== (before?.number ?? 0) + 1) return false;
  const entries = await sealedBy(db, close);
  return entries.length === close.entries && sealOf(close.previousHash, entries) === close.hash;
}

export async function checkCloses(ctx: Ctx, businessId: string, fromNumber: number): Promise<Found> {
  const from = Math.max(1, fromNumber);
  return await query(ctx, async (db) => {
    const closes = await closesFrom(db, businessId, from - 1, mostCloses + 1);
    const found: Found = { checked: 0, entries: 0, brokenNumber: 0, nextNumber: 0, slippedIn: false };
    let before = from > 1 ? closes.shift() : undefined;
    if (from > 1 && before?.number !== from - 1) return { ...found, brokenNumber: from - 1 };
    for (const close of closes.slice(0, mostCloses)) {
      if (!(await holds(db, close, before))) return { ...found, brokenNumber: before ? before.number + 1 : 1 };
      before = close;
      found.checked += 1;
      found.entries += close.entries;
      if (found.entries >= enoughEntries) break;
    }
    if (found.checked < closes.length) return { ...found, nextNumber: (before?.number ?? 0) + 1 };
    const long = before && new Date(before.closedAt.getTime() - A_DAY_MS);
    return { ...found, slippedIn: long ? await slippedIn(db, businessId, long) : false };
  });
}
