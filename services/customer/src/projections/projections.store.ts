import { type Selectable, sql } from "kysely";
import type { OrderBalance, Visit } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type Appointment = Omit<Selectable<Visit>, "companyId" | "noShow"> & {
  /** null: this event does not say; a cancelled appointment keeps what it had, any other has none. */
  noShow: number | null;
};
/** `appointmentId` is "0" when the order is not about an appointment. */
export type Balance = Omit<Selectable<OrderBalance>, "companyId">;

const cancelled = 4;

/** Keeps what an appointment is now; false when a newer version of it is known already. */
export async function upsertAppointment(db: Db, { appointmentId, ...appointment }: Appointment): Promise<boolean> {
  const row = { ...appointment, noShow: appointment.noShow ?? 0 };
  const keepsNoShow = appointment.noShow === null && appointment.status === cancelled;
  const kept = await db
    .insertInto("visit")
    .values({ companyId: db.companyId, appointmentId, ...row })
    .onConflict((oc) =>
      oc
        .columns(["companyId", "appointmentId"])
        .doUpdateSet({ ...row, ...(keepsNoShow ? { noShow: sql<number>`visit.no_show` } : {}) })
        .where("visit.version", "<=", row.version),
    )
    .returning("appointmentId")
    .executeTakeFirst();
  return kept !== undefined;
}

export async function upsertBalance(db: Db, { orderId, ...balance }: Balance): Promise<boolean> {
  const kept = await db
    .insertInto("orderBalance")
    .values({ companyId: db.companyId, orderId, ...balance })
    .onConflict((oc) => oc.columns(["companyId", "orderId"]).doUpdateSet(balance).where("orderBalance.version", "<=", balance.version))
    .returning("orderId")
    .executeTakeFirst();
  return kept !== undefined;
}

/** When each client's next open appointment is over, so that it no longer counts as upcoming. */
export async function nextAppointmentEnds(db: Db, clientIds: readonly string[]): Promise<{ clientId: string; endsAt: Date }[]> {
  return await db
    .selectFrom("visit")
    .select("clientId")
    .select((eb) => eb.fn.min("endsAt").as("endsAt"))
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`client_id = any(${clientIds}::bigint[])`)
    .where("status", "not in", [3, cancelled])
    .where("endsAt", ">", sql<Date>`now()`)
    .groupBy("clientId")
    .execute();
}

/**
 * Sums the clients up again for filters and sorting. One after the other for each client: two that sum up at once would not see what the other has just
 * written, and the later one would write the older sum. The command holds the lock of each.
 */
export async function refreshSums(db: Db, clientIds: readonly string[]): Promise<void> {
  await sql`select refresh_facts(${db.companyId}::bigint, ${clientIds}::bigint[])`.execute(db);
}
