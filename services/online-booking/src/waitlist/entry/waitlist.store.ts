import { type Belongs, belongings, cut, fail, lockRow, mustExist, type Page, type Tx, type WhoseTable } from "@leashline/kit";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { IN_A_VAN } from "@leashline/proto/rules/visited.ts";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { type DB, type Db, query } from "../../db.ts";
import { tellEntry } from "./tell-entry.ts";
import { type EntryRow, type Move, mayMove, type TimeRange } from "./waitlist.ts";

export const stored = (row: Selectable<DB["waitlistEntry"]>): EntryRow => row as unknown as EntryRow;
const waits = ["waiting", "booking"];

export async function addEntry(tx: Tx<DB>, entry: Omit<Insertable<DB["waitlistEntry"]>, "companyId" | "state">): Promise<EntryRow> {
  const row = await tx.db
    .insertInto("waitlistEntry")
    .values({ ...entry, companyId: tx.ctx.companyId, state: "waiting" })
    .returningAll()
    .executeTakeFirstOrThrow();
  tellEntry(tx, stored(row), { created: true });
  return stored(row);
}

export async function readEntries(db: Db, ids: readonly string[]): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("state", "<>", "removed")
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .execute();
  return rows.map(stored);
}

/** How a client's request stands on the list, also where it was taken off. */
export async function entriesOfRequest(db: Db, { id, customerId }: { id: string; customerId: string }): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .where("bookingRequestId", "=", id)
    .execute();
  return rows.map(stored);
}

/** What a client waits for at a business, oldest first. */
export async function waitsOfClient(db: Db, businessId: string, customerId: string, most: number): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("customerId", "=", customerId)
    .where("state", "in", waits)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(stored);
}

/** The entry that waits for an appointment to move. */
export async function entryOfAppointment(db: Db, appointmentId: string): Promise<EntryRow | undefined> {
  const row = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("state", "in", waits)
    .executeTakeFirst();
  return row && stored(row);
}

/** The entry that waited for an appointment to move until that was canceled. */
export async function entryOfCanceled(db: Db, appointmentId: string): Promise<EntryRow | undefined> {
  const row = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("canceledAppointmentId", "=", appointmentId)
    .where("state", "in", waits)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && stored(row);
}

/** Locks the row and checks that the move is legal from where it stands. */
export async function lockFor(tx: Tx<DB>, id: string, move: Move): Promise<EntryRow> {
  const row = stored(mustExist(await lockRow(tx.db, "waitlistEntry", id)));
  if (row.state === "removed" && move !== "remove") throw fail("NOT_FOUND", { field: "id" });
  if (row.state !== "removed" && !mayMove(move, row.state)) throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  return row;
}

/** While somebody is being booked they wait, for whoever listens. */
const isInBetween = ({ state, ...more }: Updateable<DB["waitlistEntry"]>): boolean =>
  (state === "booking" || state === "waiting") && Object.keys(more).length === 0;

export async function saveEntry(tx: Tx<DB>, id: string, change: Updateable<DB["waitlistEntry"]>): Promise<EntryRow> {
  const row = await tx.db
    .updateTable("waitlistEntry")
    .set((eb) => ({ ...change, version: eb("version", "+", 1) }))
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isInBetween(change)) tellEntry(tx, stored(row));
  return stored(row);
}

/** A filter that is left out lets everybody pass. */
export type Filter = {
  dates?: string[];
  anyDate?: boolean | undefined;
  times?: TimeRange[];
  staffIds?: string[];
  newClient?: boolean | undefined;
  fromOnline?: boolean | undefined;
  outOfArea?: boolean | undefined;
  areaUnknown?: boolean | undefined;
  onGoing?: { today: string; is: boolean } | undefined;
  careTypes?: string[];
  classIds?: string[];
  keyword?: string;
};

/** As `isVisited` says it. */
const isAtClient = sql`(${DOG_WALKING}::text = any(care_types) or at_client and care_types && ${IN_A_VAN}::text[])`;

/** Those who wait at some businesses; null for all of the company's. */
function waiting(db: Db, businessIds: readonly string[] | null, filter: Filter) {
  const { dates = [], times = [], staffIds = [], careTypes = [], classIds = [], keyword = "", onGoing } = filter;
  const going = onGoing && sql<boolean>`${onGoing.today}::date between valid_from and valid_till`;
  return db
    .selectFrom("waitlistEntry")
    .where("companyId", "=", db.companyId)
    .where("state", "in", waits)
    .$if(businessIds !== null, (q) => q.where(sql<boolean>`business_id = any(${businessIds ?? []}::bigint[])`))
    .$if(dates.length > 0, (q) => q.where(sql<boolean>`(dates = '{}' or dates && ${dates}::date[])`))
    .$if(filter.anyDate !== undefined, (q) => q.where(sql<boolean>`(dates = '{}') = ${filter.anyDate}`))
    .$if(staffIds.length > 0, (q) => q.where(sql<boolean>`(staff_ids = '{}' or staff_ids && ${staffIds}::bigint[])`))
    .$if(careTypes.length > 0, (q) => q.where(sql<boolean>`care_types && ${careTypes}::text[]`))
    .$if(classIds.length > 0, (q) => q.where(sql<boolean>`class_id = any(${classIds}::bigint[])`))
    .$if(times.length > 0, (q) =>
      q.where(sql<boolean>`(time_ranges = '[]' or exists (select from jsonb_array_elements(time_ranges) mine, jsonb_array_elements(${JSON.stringify(times)}::jsonb) asked
        where (mine->>'startTime')::int <= (asked->>'endTime')::int and (asked->>'startTime')::int <= (mine->>'endTime')::int))`),
    )
    .$if(filter.outOfArea !== undefined, (q) => q.where(sql<boolean>`(out_of_area and ${isAtClient}) = ${filter.outOfArea}`))
    .$if(filter.areaUnknown !== undefined, (q) => q.where(sql<boolean>`(area_unknown and ${isAtClient}) = ${filter.areaUnknown}`))
    .$if(filter.newClient !== undefined, (q) => q.where("newClient", "=", filter.newClient ?? false))
    .$if(filter.fromOnline !== undefined, (q) => q.where("fromOnline", "=", filter.fromOnline ?? false))
    .$if(going !== undefined, (q) => q.where(onGoing?.is ? (going as never) : sql<boolean>`not (${going})`))
    .$if(keyword !== "", (q) => q.where(sql<boolean>`strpos(words, ${keyword.toLowerCase()}) > 0`));
}

export type Order = "newest" | "oldest";

export async function listEntries(db: Db, businessIds: readonly string[] | null, filter: Filter, order: Order, page: Page) {
  const base = waiting(db, businessIds, filter);
  const total = await base.select((eb) => eb.fn.countAll<string>().as("n")).executeTakeFirstOrThrow();
  const rows = await base
    .selectAll()
    .$if(page.after !== null, (q) => q.where("id", order === "newest" ? "<" : ">", page.after?.[0] ?? "0"))
    .orderBy("id", order === "newest" ? "desc" : "asc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { ...cut(rows.map(stored), page.size, ({ id }) => [id]), total: Number(total.n) };
}

/** Those who wait for a time at a business and are valid within some days, who waits longest first. */
export async function waitingAt(db: Db, businessId: string, days: { from: string; to: string }, most: number): Promise<EntryRow[]> {
  const rows = await waiting(db, [businessId], {})
    .selectAll()
    .where("classId", "=", "0")
    .where("validFrom", "<=", days.to)
    .where("validTill", ">=", days.from)
    .where("clientDeleted", "=", false)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(stored);
}

/** Those who wait for a place in a class, who waits longest first. */
export async function waitingForClass(db: Db, classId: string, most: number): Promise<EntryRow[]> {
  const rows = await waiting(db, null, { classIds: [classId] })
    .selectAll()
    .where("clientDeleted", "=", false)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(stored);
}

/** Those to whom a time in these days is offered, however late they came onto the list. */
export async function offeredAt(db: Db, businessId: string, { from, to }: { from: string; to: string }, most: number): Promise<EntryRow[]> {
  const rows = await waiting(db, [businessId], {})
    .selectAll()
    .where("classId", "=", "0")
    .where("clientDeleted", "=", false)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("waitlistOffer")
        .select("entryId")
        .where("companyId", "=", db.companyId)
        .where("state", "=", "open")
        .where("date", "<=", to)
        .where((or) => or(or.fn.coalesce("endDate", "date"), ">=", from)),
    )
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(stored);
}

/** Those of a client who wait, under lock. */
export async function lockOfClient(tx: Tx<DB>, customerId: string): Promise<EntryRow[]> {
  const rows = await tx.db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", tx.ctx.companyId)
    .where("customerId", "=", customerId)
    .where("state", "in", waits)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(stored);
}

/** Whose places on the waitlist are: their location's. */
export const whose: WhoseTable = {
  [Resource.WAITLIST_ENTRY]: async (ctx, ids) => {
    const { rows } = await query(ctx, (db) =>
      sql<{ id: string } & Belongs>`select id, '0' as "clientId", business_id as "businessId" from waitlist_entry
        where company_id = ${ctx.companyId} and id = any(${ids}::bigint[])`.execute(db),
    );
    return belongings(rows);
  },
};
