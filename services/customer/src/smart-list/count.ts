import { type Ctx, unlessLong } from "@leashline/kit";
import { query } from "../db.ts";
import { plannedAnew } from "../search/plan-anew.store.ts";
import { allClients, countUpTo, type Share, shareOf } from "./count.store.ts";
import type { Asked } from "./list.store.ts";

export type Count = { total: number; approximate: boolean };
/** Up to so many each client is counted, in a company of more for so long a time; `few` of those looked at are too few to say about how many there are. */
export type Bounds = { each: number; patienceMs: number; few: number };
export const bounds: Bounds = { each: 100_000, patienceMs: 100, few: 5 };

/**
 * Whoever counts goes through all: side by side in the order of their numbers, not one after the other wherever they lie. It has company: a page is read at the
 * same time, so that more processes would only be in its way.
 */
export const whole = { ...plannedAnew, enable_hashjoin: "off", random_page_cost: "4", max_parallel_workers_per_gather: "0" } as const;
/** Surely more, also where those who were looked at are not quite like the others. */
const surely = 1.2;

/** How many of all there are by those who were looked at, as far as that says it. */
export const aboutOf = ({ looked, fitting }: Share, all: number): number => Number(((fitting / Math.max(looked, 1)) * all).toPrecision(2));

/** How many clients there are, each counted as long as they are not too many; of more, and of what takes too long, about how many, by some of a large company's clients. */
export async function countClients(ctx: Ctx, asked: Asked, { each, patienceMs, few }: Bounds = bounds): Promise<Count> {
  const upTo = (patience = {}) => query(ctx, (db) => countUpTo(db, asked, each + 1), { ...whole, ...patience });
  // Words are looked up first, and find no more clients than can be counted.
  const all = asked.terms === null ? await query(ctx, allClients) : 0;
  if (all <= each) {
    const counted = await upTo();
    return { total: counted, approximate: counted > each };
  }
  const share = await query(ctx, (db) => shareOf(db, asked, all), whole);
  const about = aboutOf(share, all);
  if (about > surely * each) return { total: about, approximate: true };
  const counted = await unlessLong(upTo(share.fitting < few ? {} : { statement_timeout: String(patienceMs) }));
  if (counted === undefined) return { total: about, approximate: true };
  return counted > each ? { total: Math.max(each, about), approximate: true } : { total: counted, approximate: false };
}
