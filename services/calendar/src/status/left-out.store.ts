import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { AppointmentPlan } from "../appointments/appointment.ts";
import { ENTITY } from "../appointments/notes.ts";
import type { Db } from "../db.ts";
import type { Noted } from "./left-out.ts";

/** What the log says of longer daycares and of finishes that were taken back, oldest first. */
export async function readNoted(db: Db, appointmentId: string): Promise<Noted[]> {
  const { rows } = await sql<{
    rollover: boolean;
    undone: boolean;
    at: Date;
    before: AppointmentPlan;
  }>`select action = 'autoRollover' as rollover, undone_by is not null as undone, at, before from change_log
    where company_id = ${db.companyId} and entity = ${ENTITY} and entity_id = ${appointmentId} and before is not null
      and (action = 'autoRollover' or before ->> 'status' = ${String(AppointmentStatus.FINISHED)}) order by id`.execute(db);
  return rows;
}
