import { sql } from "kysely";
import type { Db } from "../db.ts";

export type PetCount = { petId: string; upcoming: number; finished: number };
type Asked = { customerId: string; today: string; at: readonly string[] | null };

/** How many of a client's appointments each pet is in, at these businesses; null for all. */
export async function countByPet(db: Db, { customerId, today, at }: Asked): Promise<PetCount[]> {
  const within = at ? sql`and a.business_id = any(${at}::bigint[])` : sql``;
  const { rows } =
    await sql<PetCount>`select p.pet_id, count(distinct a.id) filter (where a.status not in (3, 4) and a.end_date >= ${today}::date)::int as upcoming,
      count(distinct a.id) filter (where a.status = 3)::int as finished
    from appointment a join pet_service p on p.company_id = a.company_id and p.appointment_id = a.id
    where a.company_id = ${db.companyId} and a.customer_id = ${customerId} and a.deleted_at is null ${within}
    group by p.pet_id order by p.pet_id`.execute(db);
  return rows.filter(({ upcoming, finished }) => upcoming + finished > 0);
}
