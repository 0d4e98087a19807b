import { sql } from "kysely";
import type { Db } from "../db.ts";

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
