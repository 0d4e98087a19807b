import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB, Db } from "../db.ts";

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

export function rememberBooked(
  tx: Tx<DB>,
  { appointmentId, endsAt, serviceIds }: { appointmentId: string; endsAt: Date; serviceIds: string[] },
): void {
  const { companyId } = tx.ctx;
  tx.write(tx.db.deleteFrom("bookedService").where("companyId", "=", companyId).where("appointmentId", "=", appointmentId));
  if (serviceIds.length === 0) return;
  tx.write(tx.db.insertInto("bookedService").values(serviceIds.map((serviceId) => ({ companyId, appointmentId, serviceId, endsAt }))));
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
