import { cut, lockRow, mustExist, type Page, type Tx } from "@leashline/kit";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { DB, Db } from "../db.ts";
import type { AbandonedRow, AbandonedState } from "./abandoned.ts";

const stored = (row: Selectable<DB["abandonedBooking"]>): AbandonedRow => row as unknown as AbandonedRow;

export async function readFlows(db: Db, flowIds: readonly string[]): Promise<AbandonedRow[]> {
  const rows = await db
    .selectFrom("abandonedBooking")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`flow_id = any(${flowIds}::text[])`)
    .orderBy("id")
    .execute();
  return rows.map(stored);
}

export const readFlow = async (db: Db, flowId: string): Promise<AbandonedRow | undefined> => (await readFlows(db, [flowId]))[0];

export async function readFlowById(db: Db, id: string): Promise<AbandonedRow | undefined> {
  const row = await db
    .selectFrom("abandonedBooking")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && stored(row);
}

export const lockFlow = async (tx: Tx<DB>, id: string): Promise<AbandonedRow> =>
  stored(mustExist(await lockRow(tx.db, "abandonedBooking", id), "bookingFlowId"));

export async function addFlow(tx: Tx<DB>, row: Omit<Insertable<DB["abandonedBooking"]>, "companyId">): Promise<AbandonedRow> {
  const values = { ...row, companyId: tx.ctx.companyId };
  return stored(await tx.db.insertInto("abandonedBooking").values(values).returningAll().executeTakeFirstOrThrow());
}

export async function saveFlow(tx: Tx<DB>, id: string, change: Updateable<DB["abandonedBooking"]>): Promise<AbandonedRow> {
  const row = await tx.db
    .updateTable("abandonedBooking")
    .set((eb) => ({ ...change, version: eb("version", "+", 1) }))
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return stored(row);
}

export async function dropFlows(tx: Tx<DB>, ids: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom("abandonedBooking")
    .where("companyId", "=", tx.ctx.companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}

/** What clients began, above an id. */
export async function flowsAfter(db: Db, after: string, size: number): Promise<AbandonedRow[]> {
  const rows = await db
    .selectFrom("abandonedBooking")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("customerId", "<>", "0")
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map(stored);
}

/** What one person left at a business and did not send: one booking, and all under one of their numbers or addresses. Under lock. */
export async function lockLeft(
  tx: Tx<DB>,
  businessId: string,
  { flowId, contact }: { flowId: string; contact: string },
): Promise<AbandonedRow[]> {
  const rows = await tx.db
    .selectFrom("abandonedBooking")
    .selectAll()
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("status", "<>", "recovered")
    .where(sql<boolean>`(contacts @> array[${contact}]::text[] or (flow_id = ${flowId} and ${flowId} <> ''))`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(stored);
}

/** What somebody left at a business who was no client then. Under lock. */
export async function lockNobodys(tx: Tx<DB>, businessId: string, contact: string): Promise<AbandonedRow[]> {
  const rows = await tx.db
    .selectFrom("abandonedBooking")
    .selectAll()
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("customerId", "=", "0")
    .where(sql<boolean>`contacts @> array[${contact}]::text[]`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(stored);
}

/** Whose the requests are that wait at a business under one number or address, and were nobody's; answers which. One that is being accepted finds its client itself. */
export async function nameRequests(
  tx: Tx<DB>,
  { businessId, contact, customerId }: { businessId: string; contact: string; customerId: string },
): Promise<string[]> {
  const rows = await tx.db
    .updateTable("bookingRequest")
    .set({ customerId })
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("contact", "=", contact)
    // Written out, as the index has it: as a parameter it would keep one plan from serving everybody.
    .where("state", "=", sql.lit("submitted"))
    .where("customerId", "=", "0")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a client came onto the waitlist of a business by its page since. */
export async function waitsSince(db: Db, businessId: string, customerId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("waitlistEntry")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("customerId", "=", customerId)
    .where("fromOnline", "=", true)
    .where("createdAt", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the booking was sent; and whether one of these asked for a booking here before. */
export async function wasSent(db: Db, flowId: string): Promise<boolean> {
  const row = await db
    .selectFrom("bookingRequest")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("flowId", "=", flowId)
    .where("flowId", "<>", "")
    .executeTakeFirst();
  return row !== undefined;
}

export async function askedBefore(db: Db, businessId: string, contacts: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("bookingRequest")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("contact", "in", contacts)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Filter = {
  businessId: string;
  staffId: string | null;
  keyword: string;
  statuses: AbandonedState[];
  steps: number[];
  customerTypes: number[];
  from: Date;
  before: Date;
  /** Whoever was there since then may still be at it. */
  leftBefore: Date;
};

function matching(db: Db, filter: Filter) {
  const { staffId, keyword, statuses, steps, customerTypes } = filter;
  return db
    .selectFrom("abandonedBooking")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", filter.businessId)
    .where("seenAt", ">=", filter.from)
    .where("seenAt", "<", filter.before)
    .where((eb) => eb.or([eb("seenAt", "<", filter.leftBefore), eb("wasLeft", "=", true), eb("status", "<>", "abandoned")]))
    .$if(staffId !== null, (q) => q.where("staffId", "=", staffId ?? "0"))
    .$if(statuses.length > 0, (q) => q.where("status", "in", statuses))
    .$if(steps.length > 0, (q) => q.where("step", "in", steps))
    .$if(customerTypes.length > 0, (q) => q.where("customerType", "in", customerTypes))
    .$if(keyword !== "", (q) => q.where(sql<boolean>`strpos(words, ${keyword.toLowerCase()}) > 0`));
}

export async function searchAbandoned(db: Db, filter: Filter, page: Page) {
  const base = matching(db, filter);
  const total = await base.select((eb) => eb.fn.countAll<string>().as("n")).executeTakeFirstOrThrow();
  const rows = await base
    .selectAll()
    .$if(page.after !== null, (q) =>
      q.where(sql<boolean>`(seen_at, id) < (${page.after?.[0] ?? ""}::timestamptz, ${page.after?.[1] ?? "0"}::bigint)`),
    )
    .orderBy("seenAt", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { ...cut(rows.map(stored), page.size, ({ seenAt, id }) => [seenAt.toISOString(), id]), total: Number(total.n) };
}
