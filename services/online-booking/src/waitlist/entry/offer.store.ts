import { lockRow, mustExist, type Tx, unlessTaken } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { DB, Db } from "../../db.ts";
import { offerFreed, releaseOffered } from "../offering/freed.jobs.ts";
import { tellMade, tellOver } from "./tell-entry.ts";
import type { EntryRow } from "./waitlist.ts";

export type OfferState = "open" | "accepted" | "passed" | "expired" | "withdrawn" | "lost";
export type OfferRow = Omit<Selectable<DB["waitlistOffer"]>, "state"> & { state: OfferState };

const stored = (row: Selectable<DB["waitlistOffer"]>): OfferRow => row as unknown as OfferRow;

/** One at a time for each who waits: the second is refused. */
export async function addOffer(tx: Tx<DB>, offer: Omit<Insertable<DB["waitlistOffer"]>, "companyId" | "state">): Promise<OfferRow> {
  const work = tx.db
    .insertInto("waitlistOffer")
    .values({ ...offer, companyId: tx.ctx.companyId, state: "open" })
    .returningAll()
    .executeTakeFirstOrThrow();
  const made = stored(await unlessTaken(work, { waitlist_offer_open: ["STATE_CONFLICT", "waitListId"] }));
  tellMade(tx, made, await anyEntry(tx.db, made.entryId));
  return made;
}

export async function readOffer(db: Db, id: string): Promise<OfferRow | undefined> {
  const row = await db
    .selectFrom("waitlistOffer")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && stored(row);
}

export async function openOfferOf(db: Db, entryId: string): Promise<OfferRow | undefined> {
  const row = await db
    .selectFrom("waitlistOffer")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("entryId", "=", entryId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row && stored(row);
}

/** The open offers of clients. */
export async function openOffersOf(db: Db, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select o.id::text as id from waitlist_offer o
    join waitlist_entry e on e.company_id = o.company_id and e.id = o.entry_id
    where o.company_id = ${db.companyId} and e.customer_id = any(${customerIds}::bigint[]) and o.state = 'open' order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

type Time = { date: string; endDate: string | null; startTime: number; endTime: number };

type Whose = { customerId: string; classId: string };

/** Whether a client has an open offer of a time that overlaps this one, for whichever of their pets; two of them may be in one class. */
export async function hasOverlappingOffer(db: Db, { customerId, classId }: Whose, time: Time): Promise<boolean> {
  const { date, endDate, startTime, endTime } = time;
  const { rows } = await sql`select 1 from waitlist_offer o join waitlist_entry e on e.company_id = o.company_id and e.id = o.entry_id
    where o.company_id = ${db.companyId} and e.customer_id = ${customerId} and o.state = 'open'
      and (e.class_id = 0 or e.class_id <> ${classId})
      and (o.date, o.start_time) < (${endDate ?? date}::date, ${endTime}::int)
      and (coalesce(o.end_date, o.date), o.end_time) > (${date}::date, ${startTime}::int) limit 1`.execute(db);
  return rows.length > 0;
}

/** Of each entry that had one, the last. */
export async function lastOffers(db: Db, entryIds: readonly string[]): Promise<Map<string, OfferRow>> {
  const rows = await db
    .selectFrom("waitlistOffer")
    .selectAll()
    .distinctOn("entryId")
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`entry_id = any(${entryIds}::bigint[])`)
    .orderBy("entryId")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.entryId, stored(row)]));
}

export async function lockOffer(tx: Tx<DB>, id: string): Promise<OfferRow> {
  return stored(mustExist(await lockRow(tx.db, "waitlistOffer", id)));
}

/** Ends an offer that is open; its time is given back unless it was booked. Undefined for one that is over already. */
export async function endOffer(tx: Tx<DB>, id: string, state: Exclude<OfferState, "open">): Promise<OfferRow | undefined> {
  const row = await tx.db
    .updateTable("waitlistOffer")
    .set({ state, endedAt: new Date() })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const { businessId, entryId, holdToken: token, freedTimeId } = row;
  const entry = await anyEntry(tx.db, entryId);
  tellOver(tx, stored(row), entry);
  if (state !== "accepted") {
    const classId = freedTimeId === "0" ? entry.classId : "0";
    const payload = { token, ...(classId !== "0" && { place: { classId, offerId: id } }) };
    tx.schedule(releaseOffered, { key: id, dueAt: new Date(), payload, businessId });
  }
  if (freedTimeId !== "0") tx.schedule(offerFreed, { key: freedTimeId, dueAt: new Date(), payload: { id: freedTimeId }, businessId });
  tx.log({ entity: "waitlist_entry", id: entryId, action: `offer_${state}`, businessId });
  tx.notify("online_booking.waitlist", { businessId, ids: [entryId] });
  return stored(row);
}

/** Of a job for a text that was to go out after its offer ended, and so never did: whether an e-mail told of it. */
export async function heldText(db: Db, kind: string, key: string, { endedAt }: OfferRow): Promise<{ emailed: boolean } | undefined> {
  return await db
    .selectFrom("job")
    .select(sql<boolean>`coalesce((payload->>'emailed')::boolean, false)`.as("emailed"))
    .where("companyId", "=", db.companyId)
    .where("kind", "=", kind)
    .where("key", "=", key)
    .where("dueAt", ">", endedAt ?? new Date())
    .executeTakeFirst();
}

/** Who waits, also who was just taken off the list. */
async function anyEntry(db: Db, id: string): Promise<EntryRow> {
  const row = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row as unknown as EntryRow;
}
