import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { Db } from "../db.ts";

/** The stays of a business that have a unit on a night from one day to another, or leave on it; those that are cancelled have none. */
export const readStays = (db: Db, businessId: string, from: string, to: string): Promise<Appointment[]> =>
  appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null and a.status <> ${sql.lit(AppointmentStatus.CANCELLED)}
      and a.end_date > a.date and a.end_date >= ${from}::date and a.date <= ${to}::date
      and exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id and l.lodgings <> '[]')
      order by a.date, a.id`,
  );
