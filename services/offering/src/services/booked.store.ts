import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Notes the version of an appointment; true when that one or a newer was heard of already. */
export async function heardBefore(db: Db, appointmentId: string, version: number): Promise<boolean> {
  const row = await db
    .insertInto("heardAppointment")
    .values({ companyId: db.companyId, appointmentId, version })
    .onConflict((oc) => oc.columns(["companyId", "appointmentId"]).doUpdateSet({ version }).where("heardAppointment.version", "<", version))
    .returning("version")
    .executeTakeFirst();
  return row === undefined;
}

export async function rememberBooked(db: Db, booked: { appointmentId: string; endsAt: Date; serviceIds: string[] }): Promise<void> {
  await db.deleteFrom("bookedService").where("companyId", "=", db.companyId).where("appointmentId", "=", booked.appointmentId).execute();
  if (booked.serviceIds.length === 0) return;
  await db
    .insertInto("bookedService")
    .values(
      booked.serviceIds.map((serviceId) => ({
        companyId: db.companyId,
        appointmentId: booked.appointmentId,
        serviceId,
        endsAt: booked.endsAt,
      })),
    )
    .execute();
}

/** Whether an appointment that still stands and is not over names the service. */
export async function hasFutureAppointment(db: Db, serviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("bookedService")
    .select("appointmentId")
    .where("companyId", "=", db.companyId)
    .where("serviceId", "=", serviceId)
    .where("endsAt", ">", sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
