import type { Tx } from "@leashline/kit";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import { type Balance, rememberBalance, rememberVisit, type Visit } from "./visit.store.ts";

export async function visitsKept(db: Kysely<DB>, after: string, size: number): Promise<Visit[]> {
  const rows = await db.selectFrom("visit").selectAll().where("appointment_id", ">", after).orderBy("appointment_id").limit(size).execute();
  return rows.map((row) => ({
    appointmentId: row.appointment_id,
    clientId: row.client_id,
    businessId: row.business_id,
    date: row.date,
    endsAt: row.ends_at,
    status: row.status,
    noShow: row.no_show,
    petIds: row.pet_ids,
    staffIds: row.staff_ids,
    version: row.version,
  }));
}

export async function balancesKept(db: Kysely<DB>, after: string, size: number): Promise<Balance[]> {
  const rows = await db.selectFrom("order_balance").selectAll().where("order_id", ">", after).orderBy("order_id").limit(size).execute();
  return rows.map((row) => ({
    orderId: row.order_id,
    clientId: row.client_id,
    appointmentId: row.appointment_id,
    paid: row.paid_minor,
    refunded: row.refunded_minor,
    remain: row.remain_minor,
    currency: row.currency,
    version: row.version,
  }));
}

/** Only as it was read: what was heard since is newer than what is put right here. */
export async function replaceVisits(tx: Tx<DB>, wrong: readonly Visit[], right: readonly Visit[]): Promise<void> {
  for (const { appointmentId, version } of wrong)
    await tx.db.deleteFrom("visit").where("appointment_id", "=", appointmentId).where("version", "=", version).execute();
  for (const visit of right) await rememberVisit(tx.db, tx.ctx.companyId, visit);
}

export async function replaceBalances(tx: Tx<DB>, wrong: readonly Balance[], right: readonly Balance[]): Promise<void> {
  for (const { orderId, version } of wrong)
    await tx.db.deleteFrom("order_balance").where("order_id", "=", orderId).where("version", "=", version).execute();
  for (const balance of right) await rememberBalance(tx.db, tx.ctx.companyId, balance);
}

export async function clientsAfter(db: Kysely<DB>, after: string, size: number): Promise<string[]> {
  const rows = await db.selectFrom("client").select("id").where("id", ">", after).orderBy("id").limit(size).execute();
  return rows.map((row) => row.id);
}

/** The stored sums of clients, one text each, to tell which of them change. Without any, or with nothing but zeros, is the same. */
export async function sumsOf(db: Kysely<DB>, clientIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sums: string }>`
    select f.client_id as id, f::text as sums from client_fact f where f.client_id = any(${clientIds}::bigint[])
      and (f.last_visit is not null or f.next_visit is not null or
        (f.upcoming_count, f.finished_count, f.cancelled_count, f.no_show_count, f.total_count, f.paid_minor, f.outstanding_minor) <> (0, 0, 0, 0, 0, 0, 0))`.execute(
    db,
  );
  return new Map(rows.map(({ id, sums }) => [id, sums]));
}

/** When each client's next open visit is over. */
export async function nextVisitEnds(db: Kysely<DB>, clientIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select client_id as id, min(ends_at) as at from visit where client_id = any(${clientIds}::bigint[]) and status not in (3, 4) and ends_at > now()
    group by client_id`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
