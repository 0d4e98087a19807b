import { sql } from "kysely";
import { ofVisitThere, type Places, there } from "../clients/overview.store.ts";
import type { Db } from "../db.ts";

export type OpenHere = { id: string; visits: number; nextVisit: string | null; bills: number; owedMinor: string; currency: string };

/** Of these clients those who are expected or owe something, from the visits and balances kept here; a visit still to come is not owed for yet. Only of what is at these locations. */
export async function openAmong(db: Db, ids: readonly string[], at: Places): Promise<OpenHere[]> {
  const { rows } = await sql<OpenHere>`select i.id, v.visits, v.next_visit, b.bills, b.owed_minor, b.currency
    from unnest(${ids}::bigint[]) as i(id)
    cross join lateral (select count(*)::int as visits, min(v.date) filter (where least(v.ends_at, v.day_ends_at) >= now()) as next_visit from visit v
      where v.company_id = ${db.companyId} and v.client_id = i.id and v.status not in (3, 4) and v.ends_at > now()${there(at)}) v
    cross join lateral (select count(*)::int as bills, coalesce(sum(o.remain_minor), 0)::bigint as owed_minor, coalesce(min(o.currency), '') as currency
      from order_balance o where o.company_id = ${db.companyId} and o.client_id = i.id and o.remain_minor > 0${ofVisitThere(at)}
        and not exists (select 1 from visit w where w.company_id = o.company_id and w.appointment_id = o.appointment_id
          and w.status not in (3, 4) and w.ends_at >= now())) b
    where v.visits > 0 or b.bills > 0`.execute(db);
  return rows;
}

export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, { firstName: string; lastName: string }>> {
  const rows = await db
    .selectFrom("client")
    .select(["id", "firstName", "lastName"])
    .where("companyId", "=", db.companyId)
    .where("id", "=", sql<string>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
