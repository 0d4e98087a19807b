import type { Ctx } from "@leashline/kit";
import { type CardsQuestion, type DayCount, type FoundCards, readCards, readMonth } from "../cards/card.store.ts";
import { type Db, query } from "../db.ts";
import { Source } from "../occupancy/resource.ts";
import { renderAnew } from "./rebuild.ts";

const nothing = new Uint8Array();

/** The bytes of the list field of an answer, card by card; those that were rendered in an earlier way are rendered anew first. */
export async function currentCards(ctx: Ctx, question: CardsQuestion): Promise<Uint8Array> {
  return (await rendered(ctx, (db) => readCards(db, question))).cards ?? nothing;
}

/** The same of the first cards of each day, and how many each day has. */
export async function currentMonth(
  ctx: Ctx,
  question: CardsQuestion,
  perDay: number,
): Promise<{ cards: Uint8Array; days: readonly DayCount[] }> {
  const { cards, days } = await rendered(ctx, (db) => readMonth(db, question, perDay));
  return { cards: cards ?? nothing, days: days ?? [] };
}

async function rendered<F extends FoundCards>(ctx: Ctx, read: (db: Db) => Promise<F>): Promise<F> {
  const found = await query(ctx, read);
  if (!found.staleAppointments && !found.staleBlocks && !found.staleSessions) return found;
  await renderAnew(ctx, Source.APPOINTMENT, found.staleAppointments ?? []);
  await renderAnew(ctx, Source.BLOCK, found.staleBlocks ?? []);
  await renderAnew(ctx, Source.CLASS_SESSION, found.staleSessions ?? []);
  return await query(ctx, read);
}
