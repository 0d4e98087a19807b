import { sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { CalendarTx, Db } from "../db.ts";
import { type Noted, nothingNoted, type Place, type Written } from "./walk.ts";

export type WalkDay = { readonly businessId: string; readonly date: string; readonly staffIds: readonly string[] };

/** Walks of a location's day that are not canceled, by walker, then by start. */
export const readWalks = (
  db: Db,
  { businessId, date, staffIds }: WalkDay,
  { careType, statuses, most }: { careType: string; statuses: readonly number[]; most: number },
): Promise<Appointment[]> => {
  const whose =
    staffIds.length > 0 ? sql`and (l.staff_id = any(${staffIds}::bigint[]) or l.other_staff_ids && ${staffIds}::bigint[])` : sql``;
  return appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.date = ${date}::date and a.deleted_at is null
      and a.status = any(${statuses}::int[]) and exists (select from pet_service l
        where l.company_id = a.company_id and l.appointment_id = a.id and l.care_type = ${careType} ${whose})
      order by a.staff_id, a.start_minute, a.id limit ${most}`,
  );
};

const pets = sql`coalesce((select json_agg(json_build_object('petId', p.pet_id::text, 'marks', p.marks) order by p.pet_id)
  from walk_pet p where p.company_id = w.company_id and p.appointment_id = w.appointment_id), '[]') as pets`;

/** What is noted of walks, by their appointments. */
export async function readNoted(db: Db, appointmentIds: readonly string[]): Promise<ReadonlyMap<string, Noted>> {
  const { rows } = await sql<
    Noted & { appointmentId: string }
  >`select w.appointment_id, w.start_place, w.finish_place, w.note, w.photo_paths,
      w.reported_at, w.version, ${pets}
    from walk w where w.company_id = ${db.companyId} and w.appointment_id = any(${appointmentIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ appointmentId, ...noted }) => [appointmentId, noted]));
}

export const notedOf = async (db: Db, appointmentId: string): Promise<Noted> =>
  (await readNoted(db, [appointmentId])).get(appointmentId) ?? nothingNoted;

export const lockWalk = (tx: CalendarTx, appointmentId: string): void => tx.lock([`walk:${appointmentId}`]);

/** Where it was started; one that is started once more has not come back. */
export async function saveStart(db: Db, appointmentId: string, place: Place | null): Promise<void> {
  const where = place && JSON.stringify(place);
  await sql`insert into walk (company_id, appointment_id, start_place) values (${db.companyId}, ${appointmentId}, ${where}::jsonb)
    on conflict (company_id, appointment_id) do update set start_place = excluded.start_place, finish_place = null`.execute(db);
}

export async function saveFinish(db: Db, appointmentId: string, place: Place | null): Promise<void> {
  const where = place && JSON.stringify(place);
  await sql`insert into walk (company_id, appointment_id, finish_place) values (${db.companyId}, ${appointmentId}, ${where}::jsonb)
    on conflict (company_id, appointment_id) do update set finish_place = excluded.finish_place`.execute(db);
}

export async function saveReport(db: Db, appointmentId: string, { note, photoPaths, pets }: Written): Promise<void> {
  const { companyId } = db;
  await sql`insert into walk (company_id, appointment_id, note, photo_paths, version)
    values (${companyId}, ${appointmentId}, ${note}, ${photoPaths}::text[], 1)
    on conflict (company_id, appointment_id) do update set note = excluded.note, photo_paths = excluded.photo_paths, version = walk.version + 1`.execute(
    db,
  );
  await sql`delete from walk_pet where company_id = ${companyId} and appointment_id = ${appointmentId}`.execute(db);
  for (const { petId, marks } of pets)
    await sql`insert into walk_pet (company_id, appointment_id, pet_id, marks)
      values (${companyId}, ${appointmentId}, ${petId}, ${marks}::int[])`.execute(db);
}

/** Notes that the report went out; answers how often it did by now. */
export async function saveReported(db: Db, appointmentId: string): Promise<number> {
  const { rows } = await sql<{ reports: number }>`insert into walk (company_id, appointment_id, reported_at, reports)
    values (${db.companyId}, ${appointmentId}, now(), 1)
    on conflict (company_id, appointment_id) do update set reported_at = now(), reports = walk.reports + 1 returning reports`.execute(db);
  return rows[0]?.reports ?? 1;
}

/** Shown no longer, or since when it was before. How often it went out stays: each time is another message. */
export async function unsayReported(db: Db, appointmentId: string, reportedAt: string | null): Promise<void> {
  await sql`update walk set reported_at = ${reportedAt}::timestamptz where company_id = ${db.companyId} and appointment_id = ${appointmentId}`.execute(
    db,
  );
}
