import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";

export type PetStay = { petId: string; appointmentId: string; careType: string; startDate: string; endDate: string };
type Question = { petIds: readonly string[]; from: string; to: string; ignoreAppointmentId: string };

/** Boarding and daycare of these pets on these days, whatever location it is at. */
export async function readPetStays(db: Db, { petIds, from, to, ignoreAppointmentId }: Question): Promise<PetStay[]> {
  const { rows } = await sql<PetStay>`select distinct a.date as start_date, a.end_date, a.id as appointment_id, p.pet_id, p.care_type
    from pet_service p join appointment a on a.company_id = p.company_id and a.id = p.appointment_id
    where p.company_id = ${db.companyId} and p.pet_id = any(${petIds}::bigint[]) and p.care_type in ('BOARDING', 'DAYCARE') and p.stay_day = 0
      and a.id <> ${ignoreAppointmentId} and a.deleted_at is null and a.status not in (${sql.lit(AppointmentStatus.FINISHED)}, ${sql.lit(AppointmentStatus.CANCELLED)})
      and a.date <= ${to}::date and a.end_date >= ${from}::date
    order by a.date, a.id, p.pet_id limit 100`.execute(db);
  return rows;
}
