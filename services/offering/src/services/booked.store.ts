import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";

/** Notes the version of an appointment; true when that one or a newer was heard of already. */
export async function heardBefore(db: Kysely<DB>, companyId: string, appointmentId: string, version: number): Promise<boolean> {
  const row = await db
    .insertInto("heard_appointment")
    .values({ company_id: companyId, appointment_id: appointmentId, version })
    .onConflict((oc) =>
      oc.columns(["company_id", "appointment_id"]).doUpdateSet({ version }).where("heard_appointment.version", "<", version),
    )
    .returning("version")
    .executeTakeFirst();
  return row === undefined;
}

export async function rememberBooked(
  db: Kysely<DB>,
  companyId: string,
  booked: { appointmentId: string; endsAt: Date; serviceIds: string[] },
): Promise<void> {
  await db.deleteFrom("booked_service").where("appointment_id", "=", booked.appointmentId).execute();
  if (booked.serviceIds.length === 0) return;
  await db
    .insertInto("booked_service")
    .values(
      booked.serviceIds.map((service_id) => ({
        company_id: companyId,
        appointment_id: booked.appointmentId,
        service_id,
        ends_at: booked.endsAt,
      })),
    )
    .execute();
}

/** Whether an appointment that still stands and is not over names the service. */
export async function hasFutureAppointment(db: Kysely<DB>, serviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("booked_service")
    .select("appointment_id")
    .where("service_id", "=", serviceId)
    .where("ends_at", ">", sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
