import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { Db } from "../db.ts";

/** What stands on the calendar from one day to another, stays that began before among it, by date and start. */
export const readShown = (db: Db, businessId: string, from: string, to: string): Promise<Appointment[]> =>
  appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null
      and a.status <> ${sql.lit(AppointmentStatus.CANCELLED)}
      and (a.date between ${from}::date and ${to}::date or (a.end_date > a.date and a.end_date >= ${from}::date and a.date < ${from}::date))
      order by a.date, a.start_minute, a.id`,
  );
