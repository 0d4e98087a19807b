import { sql } from "kysely";
import type { Db } from "../db.ts";
import { sizeId } from "../pets/size.store.ts";
import { type RequiredVaccineRow, requiredOfPet } from "./required-vaccines.store.ts";

type PartyPet = {
  petId: string;
  petName: string;
  breed: string;
  petType: string;
  weight: number;
  petSizeId: string;
  coatType: string;
  petCodeIds: string[];
  requiredVaccines: RequiredVaccineRow[];
};
/** Whom a visit is for. */
export type Party = { firstName: string; lastName: string; clientColor: string; pets: PartyPet[] };

type Asked = { readonly customerId: string; readonly petIds: readonly string[] };

/** Standing clients, each with those of the pets that are theirs and stand, as an appointment shows them; in the order asked. */
export async function partiesOf(db: Db, asked: readonly Asked[]): Promise<(Party | undefined)[]> {
  const [clientIds, petIds] = [asked.map(({ customerId }) => customerId), asked.flatMap((one) => one.petIds)];
  const { rows } = await sql<Party & { id: string }>`select c.id, c.first_name, c.last_name, c.client_color,
      coalesce((select json_agg(json_build_object('petId', p.id::text, 'petName', p.pet_name, 'breed', p.breed,
        'petType', p.pet_type, 'weight', p.weight, 'petSizeId', ${sizeId}::text,
        'coatType', p.coat_type, 'petCodeIds', p.pet_code_ids::text[],
        'requiredVaccines', ${requiredOfPet})) from pet p
        where p.company_id = c.company_id and p.client_id = c.id and p.id = any(${petIds}::bigint[]) and p.deleted_at is null), '[]') as pets
    from client c where c.company_id = ${db.companyId} and c.id = any(${clientIds}::bigint[]) and c.deleted_at is null`.execute(db);
  const found = new Map(rows.map(({ id, ...party }) => [id, party]));
  return asked.map(({ customerId, petIds: own }) => {
    const party = found.get(customerId);
    return party && { ...party, pets: party.pets.filter(({ petId }) => own.includes(petId)) };
  });
}
