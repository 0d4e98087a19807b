import { sql } from "kysely";
import type { Db } from "../db.ts";

type Party = { firstName: string; lastName: string; clientColor: string; pets: { petId: string; petName: string; breed: string }[] };

/** A standing client with those of the pets that are theirs and stand, as an appointment shows them. */
export async function partyOf(db: Db, clientId: string, petIds: readonly string[]): Promise<Party | undefined> {
  const { rows } = await sql<Party>`select c.first_name, c.last_name, c.client_color,
      coalesce((select json_agg(json_build_object('petId', p.id::text, 'petName', p.pet_name, 'breed', p.breed)) from pet p
        where p.company_id = c.company_id and p.client_id = c.id and p.id = any(${petIds}::bigint[]) and p.deleted_at is null), '[]') as pets
    from client c where c.company_id = ${db.companyId} and c.id = ${clientId} and c.deleted_at is null`.execute(db);
  return rows[0];
}
