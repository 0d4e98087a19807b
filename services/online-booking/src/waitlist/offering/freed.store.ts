import type { Tx } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { DB, Db } from "../../db.ts";
import type { OfferRow } from "../entry/offer.store.ts";

/** Whom a time is offered to next, and on which terms. */
export type Chosen = {
  entryId: string;
  date: string;
  startTime: number;
  staffId: string;
  endDate: string | null;
  /** Until when it may be answered. */
  until: string;
  holdMinutes: number;
};
export type FreedKind = "time" | "stay" | "daycare" | "seat";
export type FreedRow = Omit<Selectable<DB["freedTime"]>, "kind" | "chosen" | "passedOver"> & {
  kind: FreedKind;
  chosen: Chosen | null;
  passedOver: string[];
};

const stored = (row: Selectable<DB["freedTime"]>): FreedRow => row as unknown as FreedRow;

/** Undefined for time that was heard of before. */
export async function addFreed(tx: Tx<DB>, freed: Omit<Insertable<DB["freedTime"]>, "companyId" | "state">): Promise<FreedRow | undefined> {
  const row = await tx.db
    .insertInto("freedTime")
    .values({ ...freed, companyId: tx.ctx.companyId, state: "open" })
    .onConflict((conflict) => conflict.columns(["companyId", "source"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && stored(row);
}

export async function readFreed(db: Db, id: string): Promise<FreedRow | undefined> {
  const row = await db.selectFrom("freedTime").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
  return row && stored(row);
}

/** What an appointment gave back and is still offered. */
export async function openOfAppointment(db: Db, appointmentId: string): Promise<FreedRow[]> {
  const rows = await db
    .selectFrom("freedTime")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("appointmentId", "<>", "0")
    .where("state", "=", "open")
    .orderBy("id")
    .execute();
  return rows.map(stored);
}

/** What was offered of a freed time, the last first. */
export async function offersOf(db: Db, freedTimeId: string): Promise<OfferRow[]> {
  const rows = await db
    .selectFrom("waitlistOffer")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("freedTimeId", "=", freedTimeId)
    .orderBy("id", "desc")
    .execute();
  return rows as unknown as OfferRow[];
}

/** How many offers each of these had that were not taken back, also of what they took and could not be booked for; and who has one now. */
export async function turnsOf(db: Db, entryIds: readonly string[]): Promise<Map<string, { turns: number; open: boolean }>> {
  const rows = await db
    .selectFrom("waitlistOffer")
    .select(["entryId", sql<number>`count(*) filter (where state <> 'withdrawn')::int`.as("turns")])
    .select(sql<boolean>`bool_or(state = 'open')`.as("open"))
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`entry_id = any(${entryIds}::bigint[])`)
    .groupBy("entryId")
    .execute();
  return new Map(rows.map(({ entryId, turns, open }) => [entryId, { turns, open }]));
}

/** Who of these had an offer before. */
export async function askedAmong(db: Db, entries: readonly { id: string }[]): Promise<string[]> {
  const ids = entries.map(({ id }) => id);
  return [...(await turnsOf(db, ids))].filter(([, { turns }]) => turns > 0).map(([id]) => id);
}

const open = (tx: Tx<DB>, id: string) =>
  tx.db.updateTable("freedTime").where("companyId", "=", tx.ctx.companyId).where("id", "=", id).where("state", "=", "open");

/** Settles whom it is offered to next; of two at once the first one's choice stands. */
export async function settleChosen(tx: Tx<DB>, id: string, round: number, chosen: Chosen): Promise<void> {
  await open(tx, id)
    .set({ chosen: JSON.stringify(chosen) })
    .where("round", "=", round)
    .where("chosen", "is", null)
    .execute();
}

/** What was settled in a round is done with; who could not be offered it after all is passed over. */
export async function endRound(tx: Tx<DB>, id: string, round: number, passedOver?: string): Promise<void> {
  await open(tx, id)
    .set({ chosen: null, round: round + 1, ...(passedOver && { passedOver: sql`array_append(passed_over, ${passedOver}::bigint)` }) })
    .where("round", "=", round)
    .execute();
}

/** Nobody is left whom it suits, or it is too late. */
export async function endFreed(tx: Tx<DB>, id: string): Promise<void> {
  await open(tx, id).set({ state: "over", chosen: null, endedAt: new Date() }).execute();
}
