import type { Ctx } from "@leashline/kit";
import type { Rebuildable } from "@leashline/kit/projections/projection.ts";
import { readAppointments } from "../appointments/appointment.store.ts";
import { readBlocks } from "../blocks/block.store.ts";
import { type CardRow, cardOfBlock, cardsOf } from "../cards/card.mapper.ts";
import { replaceCards, sourcesAfter } from "../cards/card.store.ts";
import { classesOfSessions, readSessionCards } from "../cards/class-card.store.ts";
import { classLock } from "../classes/class.ts";
import { command, type Db, query } from "../db.ts";
import { Source } from "../occupancy/resource.ts";

/** What cards are made of. */
type Drawn = typeof Source.APPOINTMENT | typeof Source.BLOCK | typeof Source.CLASS_SESSION;
async function locksOf(db: Db, kind: Drawn, ids: readonly string[]): Promise<string[]> {
  if (kind === Source.CLASS_SESSION) return (await classesOfSessions(db, ids)).map(classLock);
  return ids.map((id) => `${kind === Source.BLOCK ? "block" : "appointment"}:${id}`);
}

async function cardsFor(db: Db, kind: Drawn, ids: readonly string[]): Promise<CardRow[]> {
  if (kind === Source.BLOCK) return (await readBlocks(db, ids)).map((block) => cardOfBlock(db.companyId, block));
  if (kind === Source.CLASS_SESSION) return await readSessionCards(db, ids);
  return (await readAppointments(db, ids)).flatMap((appointment) => cardsOf(db.companyId, appointment));
}

/** Renders the cards of these sources from what is stored of them; answers of how many they were not right. */
export async function renderAnew(ctx: Ctx, kind: Drawn, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  // Rendering is no part of what a call asks for: it may be done again, so the call's own key stays out of it.
  return await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    tx.lock(await locksOf(tx.db, kind, ids));
    return await replaceCards(tx, kind, ids, await cardsFor(tx.db, kind, ids));
  });
}

const cardsOfKind = (name: string, kind: Drawn): Rebuildable => ({
  name,
  tables: ["calendarCard"],
  consumers: [],
  async rebuild(ctx, after, size) {
    const ids = await query(ctx, (db) => sourcesAfter(db, kind, after, size));
    return { last: ids.length < size ? null : (ids.at(-1) ?? null), corrected: await renderAnew(ctx, kind, ids) };
  },
});

/** The calendar as it is drawn can be made again from appointments, blocks and sessions of classes. */
export const calendarCards = [
  cardsOfKind("appointmentCards", Source.APPOINTMENT),
  cardsOfKind("blockCards", Source.BLOCK),
  cardsOfKind("classCards", Source.CLASS_SESSION),
];
