import { sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import { addDays } from "../scheduling/dates.ts";
import type { Availability, DayHours, RegularSchedule, ScheduleType } from "../scheduling/schedule.ts";

export type StoredSchedule = RegularSchedule & { readonly staffId: string; readonly version: number };

type Row = {
  staffId: string;
  startDate: string;
  endDate: string;
  scheduleType: number;
  availability: Availability;
  weekStart: number;
  days: DayHours[];
  version: number;
};

const toSchedule = (row: Row): StoredSchedule => ({
  staffId: row.staffId,
  startDate: row.startDate,
  endDate: row.endDate,
  scheduleType: row.scheduleType as ScheduleType,
  availability: row.availability,
  weekStart: row.weekStart === 1 ? 1 : 0,
  days: row.days,
  version: row.version,
});

/** The newest schedule of each staff member who has one. */
export async function readSchedules(
  db: Db,
  companyId: string,
  businessId: string,
  staffIds: readonly string[],
): Promise<Map<string, StoredSchedule>> {
  const { rows } =
    await sql<Row>`select distinct on (staff_id) staff_id, start_date, end_date, schedule_type, availability, week_start, days, version
    from staff_schedule where company_id = ${companyId} and business_id = ${businessId} and staff_id = any(${staffIds}::bigint[])
    order by staff_id, start_date desc`.execute(db);
  return new Map(rows.map((row) => [row.staffId, toSchedule(row)]));
}

/** All schedules of a staff member that follow one another, the newest last. */
export async function readStretches(db: Db, businessId: string, staffId: string): Promise<StoredSchedule[]> {
  const { rows } = await sql<Row>`select staff_id, start_date, end_date, schedule_type, availability, week_start, days, version
    from staff_schedule where company_id = ${db.companyId} and business_id = ${businessId} and staff_id = ${staffId} order by start_date`.execute(
    db,
  );
  return rows.map(toSchedule);
}

export async function replaceStretches(
  tx: CalendarTx,
  { businessId, staffId }: { businessId: string; staffId: string },
  stretches: readonly StoredSchedule[],
): Promise<void> {
  await sql`delete from staff_schedule where company_id = ${tx.ctx.companyId} and business_id = ${businessId} and staff_id = ${staffId}`.execute(
    tx.db,
  );
  for (const stretch of stretches) await insertSchedule(tx, businessId, stretch);
}

/** From its start date on the new schedule holds; what held before ends the day before. */
export async function writeSchedule(tx: CalendarTx, businessId: string, schedule: StoredSchedule): Promise<void> {
  const { companyId } = tx.ctx;
  const mine = sql`company_id = ${companyId} and business_id = ${businessId} and staff_id = ${schedule.staffId}`;
  await sql`delete from staff_schedule where ${mine} and start_date >= ${schedule.startDate}::date`.execute(tx.db);
  await sql`update staff_schedule set end_date = ${addDays(schedule.startDate, -1)}::date
    where ${mine} and end_date >= ${schedule.startDate}::date`.execute(tx.db);
  await insertSchedule(tx, businessId, schedule);
}

export async function insertSchedule(tx: CalendarTx, businessId: string, schedule: StoredSchedule): Promise<void> {
  await tx.db
    .insertInto("staffSchedule")
    .values({
      companyId: tx.ctx.companyId,
      businessId: businessId,
      staffId: schedule.staffId,
      startDate: schedule.startDate,
      endDate: schedule.endDate,
      scheduleType: schedule.scheduleType,
      availability: schedule.availability,
      weekStart: schedule.weekStart,
      days: JSON.stringify(schedule.days),
      version: schedule.version,
    })
    .execute();
}

export type StoredOverride = { readonly date: string; readonly hours: DayHours };
export type OverridePage = {
  readonly from: string;
  readonly to: string;
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly after: string | null;
};

export async function readOverrides(db: Db, companyId: string, businessId: string, staffId: string, page: OverridePage) {
  const mine = sql`company_id = ${companyId} and business_id = ${businessId} and staff_id = ${staffId} and date between ${page.from}::date and ${page.to}::date`;
  const order = page.newestFirst ? sql.raw("desc") : sql.raw("asc");
  const beyond = page.after === null ? sql`` : page.newestFirst ? sql`and date < ${page.after}::date` : sql`and date > ${page.after}::date`;
  const { rows } =
    await sql<StoredOverride>`select date, hours from date_override where ${mine} ${beyond} order by date ${order} limit ${page.limit}`.execute(
      db,
    );
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from date_override where ${mine}`.execute(db);
  return { overrides: rows, total: counted[0]?.total ?? 0 };
}

/** What these dates have of their own. */
export async function overridesOn(db: Db, businessId: string, staffId: string, dates: readonly string[]): Promise<StoredOverride[]> {
  const { rows } = await sql<StoredOverride>`select date, hours from date_override where company_id = ${db.companyId}
    and business_id = ${businessId} and staff_id = ${staffId} and date = any(${dates}::date[]) order by date`.execute(db);
  return rows;
}

export async function writeOverrides(
  tx: CalendarTx,
  businessId: string,
  staffId: string,
  dates: readonly string[],
  hours: DayHours,
): Promise<void> {
  await sql`insert into date_override (company_id, business_id, staff_id, date, hours)
    select ${tx.ctx.companyId}, ${businessId}, ${staffId}, date, ${JSON.stringify(hours)}::jsonb from unnest(${dates}::date[]) date
    on conflict (company_id, business_id, staff_id, date) do update set hours = excluded.hours`.execute(tx.db);
}

export async function deleteOverrides(tx: CalendarTx, businessId: string, staffId: string, dates: readonly string[]): Promise<void> {
  await sql`delete from date_override where company_id = ${tx.ctx.companyId} and business_id = ${businessId} and staff_id = ${staffId}
    and date = any(${dates}::date[])`.execute(tx.db);
}
