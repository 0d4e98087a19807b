import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { ServiceEntry } from "./day-services.ts";

const columns = sql`id, appointment_id, pet_detail_id, pet_id, pet_name, service_id, service_name, day, outcome, note, staff_id, staff_name,
  entry_key, ticked_at`;

/** Entries about services of stays, newest first; of one day where it is named. */
export async function readServiceEntries(db: Db, appointmentIds: readonly string[], day?: string): Promise<ServiceEntry[]> {
  if (appointmentIds.length === 0) return [];
  const of = day ? sql`and day = ${day}::date` : sql``;
  const { rows } = await sql<ServiceEntry>`select ${columns} from day_service_event
    where company_id = ${db.companyId} and appointment_id = any(${appointmentIds}::bigint[]) ${of} order by ticked_at desc, id desc`.execute(
    db,
  );
  return rows;
}

/** Adds an entry; answers the one that is there by its key already, which stays as it is. */
export async function insertServiceEntry(db: Db, one: Omit<ServiceEntry, "id">): Promise<ServiceEntry | undefined> {
  const { rows } =
    await sql`insert into day_service_event (company_id, appointment_id, pet_detail_id, pet_id, pet_name, service_id, service_name, day, outcome,
      note, staff_id, staff_name, entry_key, ticked_at)
    values (${db.companyId}, ${one.appointmentId}, ${one.petDetailId}, ${one.petId}, ${one.petName}, ${one.serviceId}, ${one.serviceName},
      ${one.day}, ${one.outcome}, ${one.note}, ${one.staffId}, ${one.staffName}, ${one.entryKey}, ${one.tickedAt})
    on conflict (company_id, entry_key) do nothing returning id`.execute(db);
  if (rows.length > 0) return undefined;
  const before = await sql<ServiceEntry>`select ${columns} from day_service_event
    where company_id = ${db.companyId} and entry_key = ${one.entryKey}`.execute(db);
  return before.rows[0];
}
