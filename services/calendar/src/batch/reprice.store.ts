import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";

const over = sql`(${sql.lit(AppointmentStatus.FINISHED)}, ${sql.lit(AppointmentStatus.CANCELLED)})`;

/** The visits to come of a business with this service in them, "0": with an explained price or of these care types; soonest first. */
export async function comingWith(
  db: Db,
  { businessId, serviceId, careTypes }: { businessId: string; serviceId: string; careTypes: readonly string[] },
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from appointment a
    where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null and a.status not in ${over} and a.start_at > now()
      and exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id
        and (l.service_id = ${serviceId} or (${serviceId}::bigint = 0 and (l.price_parts <> '[]' or l.care_type = any(${careTypes})))))
    order by a.start_at, a.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
