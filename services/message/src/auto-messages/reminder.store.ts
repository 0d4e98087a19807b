import { sql } from "kysely";
import type { Db } from "../db.ts";

/** An appointment by start and id. */
export type Position = { startAt: string; id: string };

/** Appointments that have not begun, from a position on. */
export async function appointmentsAhead(db: Db, businessId: string, after: Position | null, limit: number): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select start_at::text as "startAt", appointment_id::text as id from visit
    where company_id = ${db.companyId} and business_id = ${businessId} and start_at > now()
      and (start_at, appointment_id) > (${after?.startAt ?? "-infinity"}::timestamptz, ${after?.id ?? "0"}::bigint)
    order by start_at, appointment_id limit ${limit}`.execute(db);
  return rows;
}

/** Above every transaction that has begun. */
export async function nextWriter(db: Db): Promise<string> {
  const { rows } = await sql<{ xmax: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xmax`.execute(db);
  return rows[0]?.xmax ?? "0";
}

/** Whether all transactions below that one have ended. */
export async function areOver(db: Db, begun: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${begun}::xid8 as over`.execute(db);
  return rows[0]?.over ?? false;
}

/** What a job is to do, held until the commit. */
export async function lockPayload<P>(db: Db, kind: string, key: string): Promise<P | undefined> {
  const row = await db
    .selectFrom("job")
    .select("payload")
    .where("companyId", "=", db.companyId)
    .where("kind", "=", kind)
    .where("key", "=", key)
    .forUpdate()
    .executeTakeFirst();
  return row?.payload as P | undefined;
}

/** When a job will run; null when it will not. */
export async function dueTime(db: Db, kind: string, key: string): Promise<Date | null> {
  const row = await db
    .selectFrom("job")
    .select("dueAt")
    .where("companyId", "=", db.companyId)
    .where("kind", "=", kind)
    .where("key", "=", key)
    .where("state", "=", "due")
    .executeTakeFirst();
  return row?.dueAt ?? null;
}
