import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { AppointmentPlan } from "../appointments/appointment.ts";
import { statusName } from "../appointments/moves.ts";
import { ENTITY } from "../appointments/notes.ts";
import type { Db } from "../db.ts";

/** What an appointment was before it was finished for the last time, whatever changed since. */
export async function readFinish(db: Db, appointmentId: string): Promise<AppointmentPlan | null> {
  const { rows } = await sql<{ before: AppointmentPlan }>`select before from change_log
    where company_id = ${db.companyId} and entity = ${ENTITY} and entity_id = ${appointmentId} and action = 'updateStatus'
      and note like ${`%${statusName[AppointmentStatus.FINISHED]}%`} and before is not null order by id desc limit 1`.execute(db);
  return rows[0]?.before ?? null;
}
