import { sql } from "kysely";
import type { Db } from "../db.ts";

export type RequiredVaccineRow = {
  vaccineId: string;
  vaccineName: string;
  careTypes: string[];
  recorded: boolean;
  expirationDate: string | null;
};

/** Vaccine `v` is for pets of the type of `p`. */
export const concerns = sql`(not v.specific_pet_type or exists (select 1 from unnest(v.pet_types) of_type where lower(trim(of_type)) = lower(trim(p.pet_type))))`;

/** Within a statement on pets `p`: the vaccines that the company requires and that concern the pet's type, as JSON, with what is recorded of each. */
export const requiredOfPet = sql`coalesce((select json_agg(json_build_object('vaccineId', v.id::text, 'vaccineName', v.name, 'careTypes', v.required_care_types,
    'recorded', r.id is not null, 'expirationDate', r.expiration_date) order by v.sort, v.id)
  from vaccine v left join pet_vaccine r on r.company_id = v.company_id and r.vaccine_id = v.id and r.pet_id = p.id
  where v.company_id = p.company_id and v.required_for_scheduling and ${concerns}), '[]')`;

/** The required vaccines of these pets; of those that are deleted, nothing. */
export async function requiredVaccinesOf(db: Db, petIds: readonly string[]): Promise<{ petId: string; vaccines: RequiredVaccineRow[] }[]> {
  const { rows } = await sql<{ petId: string; vaccines: RequiredVaccineRow[] }>`select p.id::text as pet_id, ${requiredOfPet} as vaccines
    from pet p where p.company_id = ${db.companyId} and p.id = any(${petIds}::bigint[]) and p.deleted_at is null
      and exists (select 1 from vaccine v where v.company_id = p.company_id and v.required_for_scheduling)`.execute(db);
  return rows.filter(({ vaccines }) => vaccines.length > 0);
}
