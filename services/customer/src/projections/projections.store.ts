import type { Tx } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import type { DB, Db } from "../db.ts";

const over = [3, 4];
/** When a visit no longer counts as upcoming, or is not the next one. */
const passed = sql<Date>`min(case when day_ends_at > now() then least(ends_at, day_ends_at) else ends_at end)`;

/** The same as below of one client, as part of a statement. */
export const nextAppointmentEnd = (companyId: string, clientId: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql`(select ${passed} from visit where company_id = ${companyId} and client_id = ${clientId} and status not in (3, 4) and ends_at > now())`;

/** When each client's next open appointment is over, or the day on which it began: it no longer counts as upcoming then, or is not the next one. */
export async function nextAppointmentEnds(db: Db, clientIds: readonly string[]): Promise<{ clientId: string; endsAt: Date }[]> {
  return await db
    .selectFrom("visit")
    .select("clientId")
    .select(passed.as("endsAt"))
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`client_id = any(${clientIds}::bigint[])`)
    .where("status", "not in", over)
    .where("endsAt", ">", sql<Date>`now()`)
    .groupBy("clientId")
    .execute();
}

/**
 * Sums the clients up again for filters and sorting. One after the other for each client: two that sum up at once would not see what the other has just
 * written, and the later one would write the older sum. The command holds the lock of each. Goes with the next statement.
 */
export function refreshSums({ db, write }: Tx<DB>, clientIds: readonly string[]): void {
  const query = sql`select refresh_facts(${db.companyId}::bigint, ${clientIds}::bigint[])`;
  write({ compile: () => query.compile(db) });
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
