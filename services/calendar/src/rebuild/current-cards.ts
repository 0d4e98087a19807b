import type { Ctx } from "@leashline/kit";
import { type CardsQuestion, readCards } from "../cards/card.store.ts";
import { query } from "../db.ts";
import { Source } from "../occupancy/resource.ts";
import { renderAnew } from "./rebuild.ts";

const nothing = new Uint8Array();

/** The bytes of the list field of an answer, card by card; those that were rendered in an earlier way are rendered anew first. */
export async function currentCards(ctx: Ctx, question: CardsQuestion): Promise<Uint8Array> {
  const found = await query(ctx, (db) => readCards(db, question));
  if (!found.staleAppointments && !found.staleBlocks) return found.cards ?? nothing;
  await renderAnew(ctx, Source.APPOINTMENT, found.staleAppointments ?? []);
  await renderAnew(ctx, Source.BLOCK, found.staleBlocks ?? []);
  return (await query(ctx, (db) => readCards(db, question))).cards ?? nothing;
}
