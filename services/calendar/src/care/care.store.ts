import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { Db } from "../db.ts";
import type { CareEntry, Schedule } from "./care.ts";

const scheduleColumns = sql`id, appointment_id, pet_id, pet_name, kind, name, amount, unit, instructions, times, first_date, last_date, every_days, created_at, ended_at`;

/** Those of appointments, ended ones too: what was given by them stays noted. */
export async function readSchedules(db: Db, appointmentIds: readonly string[]): Promise<Schedule[]> {
  const { rows } = await sql<Schedule>`select ${scheduleColumns} from care_schedule
    where company_id = ${db.companyId} and appointment_id = any(${appointmentIds}::bigint[]) order by pet_id, kind, id`.execute(db);
  return rows;
}

export type NewSchedule = Omit<Schedule, "id" | "createdAt" | "endedAt"> & { readonly businessId: string };

export async function insertSchedule(db: Db, { times, ...one }: NewSchedule): Promise<Schedule> {
  const { rows } = await sql<Schedule>`insert into care_schedule
      (company_id, business_id, appointment_id, pet_id, pet_name, kind, name, amount, unit, instructions, times, first_date, last_date, every_days)
    values (${db.companyId}, ${one.businessId}, ${one.appointmentId}, ${one.petId}, ${one.petName}, ${one.kind}, ${one.name}, ${one.amount},
      ${one.unit}, ${one.instructions}, ${times}::int[], ${one.firstDate}, ${one.lastDate}, ${one.everyDays}) returning ${scheduleColumns}`.execute(
    db,
  );
  return rows[0]!;
}

/** Answers whether it held until now. */
export async function endSchedule(db: Db, appointmentId: string, id: string): Promise<boolean> {
  const { rows } = await sql`update care_schedule set ended_at = now()
    where company_id = ${db.companyId} and appointment_id = ${appointmentId} and id = ${id} and ended_at is null returning id`.execute(db);
  return rows.length > 0;
}

const entryColumns = sql`id, care_schedule_id, day, minute, outcome, note, staff_id, staff_name, entry_key, ticked_at`;

/** Entries of schedules, of one day where it is named. */
export async function readEntries(db: Db, scheduleIds: readonly string[], day?: string): Promise<CareEntry[]> {
  if (scheduleIds.length === 0) return [];
  const of = day ? sql`and day = ${day}::date` : sql``;
  const { rows } = await sql<CareEntry>`select ${entryColumns} from care_event
    where company_id = ${db.companyId} and care_schedule_id = any(${scheduleIds}::bigint[]) ${of} order by ticked_at desc, id desc`.execute(
    db,
  );
  return rows;
}

export type NewEntry = Omit<CareEntry, "id">;

/** Adds an entry; answers the one that is there by its key already, which stays as it is. */
export async function insertEntry(db: Db, one: NewEntry): Promise<CareEntry | undefined> {
  const { rows } =
    await sql`insert into care_event (company_id, care_schedule_id, day, minute, outcome, note, staff_id, staff_name, entry_key, ticked_at)
    values (${db.companyId}, ${one.careScheduleId}, ${one.day}, ${one.minute}, ${one.outcome}, ${one.note}, ${one.staffId}, ${one.staffName},
      ${one.entryKey}, ${one.tickedAt}) on conflict (company_id, entry_key) do nothing returning id`.execute(db);
  if (rows.length > 0) return undefined;
  const before = await sql<CareEntry>`select ${entryColumns} from care_event
    where company_id = ${db.companyId} and entry_key = ${one.entryKey}`.execute(db);
  return before.rows[0];
}

/** What is in the house on a day, or comes, and has something to be given or to be done. */
export const readCaredFor = (db: Db, businessId: string, day: string): Promise<Appointment[]> =>
  appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null and a.status <> ${sql.lit(AppointmentStatus.CANCELLED)}
      and (a.date = ${day}::date or (a.end_date > a.date and a.date < ${day}::date and a.end_date >= ${day}::date))
      and (exists (select from care_schedule c where c.company_id = a.company_id and c.appointment_id = a.id)
        or exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id and l.stay_day <> 0)
        or exists (select from day_service_event e where e.company_id = a.company_id and e.appointment_id = a.id and e.day = ${day}::date)) order by a.start_minute, a.id`,
  );
