import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";

/** Whose threads a caller sees (core §6): all, or clients who have an appointment with them, within so many days of now or ever. */
export type Reach = { kind: "all" } | { kind: "own"; staffId: string; days: number | null };

/** As a condition on a thread in the query at hand. */
export function withinReach(reach: Reach): RawBuilder<boolean>[] {
  if (reach.kind === "all") return [];
  return [
    sql<boolean>`exists (select 1 from visit where visit.company_id = thread.company_id and visit.customer_id = thread.customer_id and ${appointmentWith(reach)})`,
  ];
}

function appointmentWith(reach: Extract<Reach, { kind: "own" }>): RawBuilder<boolean> {
  const mine = sql<boolean>`${reach.staffId}::bigint = any (visit.staff_ids)`;
  if (reach.days === null) return mine;
  return sql<boolean>`${mine} and visit.start_at between now() - make_interval(days => ${reach.days}) and now() + make_interval(days => ${reach.days})`;
}

/** Whether an appointment brings the caller and the client together. */
export async function reaches(db: Db, reach: Reach, customerId: string): Promise<boolean> {
  if (reach.kind === "all") return true;
  const row = await db
    .selectFrom("visit")
    .select("appointmentId")
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .where(appointmentWith(reach))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function reachesAmong(
  db: Db,
  reach: Extract<Reach, { kind: "own" }>,
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("visit")
    .select("customerId")
    .distinct()
    .where("companyId", "=", db.companyId)
    .where("customerId", "in", customerIds)
    .where(appointmentWith(reach))
    .execute();
  return new Set(rows.map((row) => row.customerId));
}
