import { sql } from "kysely";
import type { Db } from "../db.ts";
import { type Appointment, type Balance, upsertAppointment, upsertBalance } from "./projections.store.ts";

export async function appointmentsAfter(db: Db, after: string, size: number): Promise<Appointment[]> {
  return await db
    .selectFrom("visit")
    .select(["appointmentId", "clientId", "businessId", "date", "endsAt", "status", "noShow", "petIds", "staffIds", "version"])
    .where("companyId", "=", db.companyId)
    .where("appointmentId", ">", after)
    .orderBy("appointmentId")
    .limit(size)
    .execute();
}

export async function balancesAfter(db: Db, after: string, size: number): Promise<Balance[]> {
  return await db
    .selectFrom("orderBalance")
    .select(["orderId", "clientId", "appointmentId", "paidMinor", "refundedMinor", "remainMinor", "currency", "version"])
    .where("companyId", "=", db.companyId)
    .where("orderId", ">", after)
    .orderBy("orderId")
    .limit(size)
    .execute();
}

/** Only as it was read: what an event wrote since is newer than what is put right here. */
export async function replaceAppointments(db: Db, wrong: readonly Appointment[], right: readonly Appointment[]): Promise<void> {
  for (const { appointmentId, version } of wrong)
    await db
      .deleteFrom("visit")
      .where("companyId", "=", db.companyId)
      .where("appointmentId", "=", appointmentId)
      .where("version", "=", version)
      .execute();
  for (const appointment of right) await upsertAppointment(db, appointment);
}

export async function replaceBalances(db: Db, wrong: readonly Balance[], right: readonly Balance[]): Promise<void> {
  for (const { orderId, version } of wrong)
    await db
      .deleteFrom("orderBalance")
      .where("companyId", "=", db.companyId)
      .where("orderId", "=", orderId)
      .where("version", "=", version)
      .execute();
  for (const balance of right) await upsertBalance(db, balance);
}

export async function clientsAfter(db: Db, after: string, size: number): Promise<string[]> {
  const rows = await db
    .selectFrom("client")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map((row) => row.id);
}

/** The stored sums of clients, one text each, to tell which of them change. Without any, or with nothing but zeros, is the same. */
export async function sumsOf(db: Db, clientIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sums: string }>`
    select f.client_id as id, f::text as sums from client_fact f where f.company_id = ${db.companyId} and f.client_id = any(${clientIds}::bigint[])
      and (f.last_visit is not null or f.next_visit is not null or
        (f.upcoming_count, f.finished_count, f.cancelled_count, f.no_show_count, f.total_count, f.paid_minor, f.outstanding_minor) <> (0, 0, 0, 0, 0, 0, 0))`.execute(
    db,
  );
  return new Map(rows.map(({ id, sums }) => [id, sums]));
}
