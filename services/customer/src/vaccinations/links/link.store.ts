import { sql } from "kysely";
import type { Db } from "../../db.ts";

/** How many proofs a client sent in during the last hour. */
export async function sentLately(db: Db, clientId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from vaccine_proof f join pet p on p.company_id = f.company_id and p.id = f.pet_id
    where f.company_id = ${db.companyId} and p.client_id = ${clientId} and f.from_client
      and f.submitted_at > clock_timestamp() - interval '1 hour'`.execute(db);
  return rows[0]?.n ?? 0;
}

export type LastProof = { petId: string; vaccineId: string; state: number; reason: string };

/** The last proof of each vaccine of these pets. */
export async function lastProofs(db: Db, petIds: readonly string[]): Promise<LastProof[]> {
  const { rows } = await sql<LastProof>`select distinct on (pet_id, vaccine_id) pet_id, vaccine_id, state, reason from vaccine_proof
    where company_id = ${db.companyId} and pet_id = any(${petIds}::bigint[]) order by pet_id, vaccine_id, id desc`.execute(db);
  return rows;
}
