import type { Page } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import { Resource, Source } from "../occupancy/resource.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";
import type { ClassRow, SessionRow, Times } from "./class.ts";

export async function findClass(db: Db, id: string): Promise<ClassRow | undefined> {
  return await db.selectFrom("groupClass").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
}

export const findClasses = async (db: Db, ids: readonly string[]): Promise<ClassRow[]> =>
  await db
    .selectFrom("groupClass")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .execute();

const sessionsWhere = (db: Db, which: RawBuilder<unknown>) =>
  sql<SessionRow>`select s.*, (select count(*)::int from class_seat p where p.company_id = s.company_id and p.session_id = s.id) as taken
    from class_session s where s.company_id = ${db.companyId} and ${which} order by s.date, s.start_minute, s.id`.execute(db);

/** By time, the cancelled ones too. */
export const readSessions = async (db: Db, classIds: readonly string[]): Promise<SessionRow[]> =>
  (await sessionsWhere(db, sql`s.class_id = any(${classIds}::bigint[])`)).rows;

export const readSessionsById = async (db: Db, ids: readonly string[]): Promise<SessionRow[]> =>
  (await sessionsWhere(db, sql`s.id = any(${ids}::bigint[])`)).rows;

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return (await sessionsWhere(db, sql`s.id = ${id}`)).rows[0];
}

export type ListedClass = ClassRow & { readonly nextDate: string; readonly enrolled: number; readonly waiting: number };

const listedColumns = sql`g.*, coalesce(n.next_date::text, '') as next_date,
  (select count(*)::int from class_enrolment e where e.company_id = g.company_id and e.class_id = g.id and e.state = 1) as enrolled,
  (select count(*)::int from class_enrolment e where e.company_id = g.company_id and e.class_id = g.id and e.state = 2) as waiting`;

const listedFrom = (
  db: Db,
  businessId: string,
) => sql`from group_class g left join lateral (select min(s.date) as next_date from class_session s
    where s.company_id = g.company_id and s.class_id = g.id and s.cancelled_at is null and s.end_at > now()) n on true
  where g.company_id = ${db.companyId} and g.business_id = ${businessId}`;

const running = sql`g.cancelled_at is null and n.next_date is not null`;

/** Classes that go on, by their next session; or all of them, the newest first. */
export async function listClasses(
  db: Db,
  of: { businessId: string; past: boolean },
  { limit, offset, after }: Page,
): Promise<ListedClass[]> {
  const [day, id] = [after?.[0] || null, after?.[1] ?? "0"];
  const which = of.past
    ? sql`and (${after === null} or g.id < ${id}) order by g.id desc`
    : sql`and ${running} and (${after === null} or (n.next_date, g.id) > (${day}::date, ${id}::bigint)) order by n.next_date, g.id`;
  const { rows } =
    await sql<ListedClass>`select ${listedColumns} ${listedFrom(db, of.businessId)} ${which} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countClasses(db: Db, { businessId, past }: { businessId: string; past: boolean }): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total ${listedFrom(db, businessId)} and (${past} or ${running})`.execute(db);
  return rows[0]?.total ?? 0;
}

export type NewClass = Pick<
  ClassRow,
  "businessId" | "serviceId" | "name" | "staffId" | "capacity" | "price" | "currency" | "taxId" | "note"
>;

export const insertClass = async (db: Db, row: NewClass): Promise<ClassRow> =>
  await db
    .insertInto("groupClass")
    .values({ companyId: db.companyId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();

export async function updateClass(db: Db, { companyId: _, id, ...row }: ClassRow): Promise<void> {
  await db.updateTable("groupClass").set(row).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export type SessionFacts = Times & { readonly staffId: string; readonly overbooked: boolean };

const rowOf = ({ date, start, end, staffId, overbooked }: SessionFacts, { zone }: BusinessFacts) => ({
  staffId,
  date,
  startMinute: start,
  endMinute: end,
  endAt: new Date(instantsOf(date, { start, end }, zone).end.epochMilliseconds),
  overbooked,
});

/** A session with the instructor's time, and as many places as the class has. */
export async function insertSession(tx: CalendarTx, group: ClassRow, facts: SessionFacts, business: BusinessFacts): Promise<void> {
  const { id } = await tx.db
    .insertInto("classSession")
    .values({ companyId: tx.ctx.companyId, classId: group.id, ...rowOf(facts, business) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await takeSession(tx, { id, facts, business, capacity: group.capacity });
}

/** The session as it is from now on. Its time and its places were given back before. */
export async function moveSession(
  tx: CalendarTx,
  { id, capacity }: { id: string; capacity: number },
  facts: SessionFacts,
  business: BusinessFacts,
) {
  await tx.db
    .updateTable("classSession")
    .set(({ eb }) => ({ ...rowOf(facts, business), version: eb("version", "+", 1) }))
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .execute();
  await takeSession(tx, { id, facts, business, capacity });
}

type Taking = { id: string; facts: SessionFacts; business: BusinessFacts; capacity: number };

const spanOf = ({ date, start, end }: Times, zone: string) => {
  const span = instantsOf(date, { start, end }, zone);
  return { from: span.start.epochMilliseconds / 60_000, to: span.end.epochMilliseconds / 60_000 };
};

async function takeSession(tx: CalendarTx, { id, facts, business, capacity }: Taking): Promise<void> {
  const { companyId } = tx.ctx;
  const { from, to } = spanOf(facts, business.zone);
  await sql`insert into capacity (company_id, resource_kind, resource_id, day, seats)
    values (${companyId}, ${Resource.CLASS_SESSION}, ${id}, ${facts.date}, ${capacity})
    on conflict (company_id, resource_kind, resource_id, day) do update set seats = excluded.seats`.execute(tx.db);
  await sql`insert into occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats)
    values (${companyId}, ${Source.CLASS_SESSION}, ${id}, ${Resource.STAFF}, ${facts.staffId}, ${facts.date}, ${from}, ${to}, ${business.businessId}, ${!facts.overbooked}, 0)`.execute(
    tx.db,
  );
  await sql`insert into occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats)
    select ${companyId}, ${Source.ENROLMENT}::int, enrolment_id, ${Resource.CLASS_SESSION}::int, ${id}::bigint, ${facts.date}::date, ${from}::bigint, ${to}::bigint,
      ${business.businessId}::bigint, false, 1
    from class_seat where company_id = ${companyId} and session_id = ${id}`.execute(tx.db);
}

/** The instructor's time of a session is free again; its places as well. */
export async function giveBackSession(tx: CalendarTx, id: string): Promise<void> {
  await sql`delete from occupancy where company_id = ${tx.ctx.companyId} and source_kind = ${sql.lit(Source.CLASS_SESSION)} and source_id = ${id}`.execute(
    tx.db,
  );
  await sql`delete from occupancy where company_id = ${tx.ctx.companyId} and resource_kind = ${sql.lit(Resource.CLASS_SESSION)} and resource_id = ${id}`.execute(
    tx.db,
  );
}

export async function cancelSessionRow(tx: CalendarTx, id: string, reason: string): Promise<void> {
  await giveBackSession(tx, id);
  await sql`update class_session set cancelled_at = clock_timestamp(), cancel_reason = ${reason}, version = version + 1
    where company_id = ${tx.ctx.companyId} and id = ${id}`.execute(tx.db);
}

/** It takes place after all; its time and its places are taken with the next statement. */
export async function reviveSession(tx: CalendarTx, id: string): Promise<void> {
  await sql`update class_session set cancelled_at = null, cancel_reason = '' where company_id = ${tx.ctx.companyId} and id = ${id}`.execute(
    tx.db,
  );
}

/** Another number of places in sessions to come; the database refuses fewer than are taken. */
export async function stateClassSeats(tx: CalendarTx, sessionIds: readonly string[], seats: number): Promise<void> {
  await sql`update capacity set seats = ${seats} where company_id = ${tx.ctx.companyId} and resource_kind = ${sql.lit(Resource.CLASS_SESSION)}
    and resource_id = any(${sessionIds}::bigint[])
    and (resource_id, day) in (select id, date from class_session where company_id = ${tx.ctx.companyId} and id = any(${sessionIds}::bigint[]))`.execute(
    tx.db,
  );
}

export type MakeUpRow = SessionRow & { readonly className: string; readonly free: number };

/** Sessions to come of other classes of a service at a location that have a place, by time. */
export async function makeUpSessions(db: Db, { id, serviceId, businessId }: ClassRow, most: number): Promise<MakeUpRow[]> {
  const { rows } = await sql<MakeUpRow>`select * from (select s.*, g.name as class_name, p.taken, g.capacity - p.taken as free
      from class_session s join group_class g on g.company_id = s.company_id and g.id = s.class_id
      cross join lateral (select count(*)::int as taken from class_seat p where p.company_id = s.company_id and p.session_id = s.id) p
      where s.company_id = ${db.companyId} and g.service_id = ${serviceId} and g.business_id = ${businessId} and g.id <> ${id}
        and g.cancelled_at is null and s.cancelled_at is null and s.end_at > now()) open
    where free > 0 order by date, start_minute, id limit ${most}`.execute(db);
  return rows;
}
