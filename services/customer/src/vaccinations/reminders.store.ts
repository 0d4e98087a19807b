import { sql } from "kysely";
import type { Db } from "../db.ts";

export type Expiry = {
  vaccineBindingId: string;
  petId: string;
  petName: string;
  vaccineName: string;
  expirationDate: string;
  clientId: string;
  /** Where the client likes to go; "0" for no place in particular. */
  businessId: string;
};

/** What expires between two days, of so many clients at most, of which its client was not told yet. A proof that waits says that they know. */
export async function expiring(db: Db, from: string, until: string, clients: number): Promise<Expiry[]> {
  const { rows } = await sql<Expiry>`with due as (
      select r.id as vaccine_binding_id, p.id as pet_id, p.pet_name, v.name as vaccine_name, r.expiration_date, c.id as client_id,
        c.preferred_business_id as business_id
      from pet_vaccine r
        join vaccine v on v.company_id = r.company_id and v.id = r.vaccine_id
        join pet p on p.company_id = r.company_id and p.id = r.pet_id
        join client c on c.company_id = p.company_id and c.id = p.client_id
      where r.company_id = ${db.companyId} and r.expiration_date between ${from} and ${until}
        and r.reminded_for is distinct from r.expiration_date
        and p.deleted_at is null and p.life_status = 1 and not p.inactive and c.deleted_at is null and not c.inactive
        and not exists (select 1 from vaccine_proof f where f.company_id = r.company_id and f.pet_id = r.pet_id and f.vaccine_id = r.vaccine_id and f.state = 1))
    select * from due where client_id in (select distinct client_id from due order by client_id limit ${clients})
    order by client_id, expiration_date, pet_name, vaccine_name`.execute(db);
  return rows;
}

export async function markReminded(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update pet_vaccine set reminded_for = expiration_date, reminded_at = clock_timestamp()
    where company_id = ${db.companyId} and id = any(${ids}::bigint[])`.execute(db);
}
