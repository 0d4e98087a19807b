import { sql } from "kysely";
import type { Db } from "../db.ts";

type ClientFacts = { customerId: string; firstName: string; lastName: string; clientColor: string };
type PetFacts = { petId: string; petName: string; breed: string };

/** The client's appointments that show something else, by id. */
export async function staleOfClient(db: Db, { customerId, firstName, lastName, clientColor }: ClientFacts): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from appointment where company_id = ${db.companyId} and customer_id = ${customerId} and deleted_at is null
    and (customer_first_name, customer_last_name, client_color) is distinct from (${firstName}, ${lastName}, ${clientColor}) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The pet's appointments that show something else, by id. */
export async function staleOfPet(db: Db, { petId, petName, breed }: PetFacts): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct appointment_id as id from pet_service where company_id = ${db.companyId} and pet_id = ${petId}
    and (pet_name, breed) is distinct from (${petName}, ${breed}) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Places in classes that went to another client show that client's name, and that of its pet. */
export async function renameEnrolled(
  db: Db,
  ids: readonly string[],
  customerName: string,
  petNames: ReadonlyMap<string, string>,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update class_enrolment set customer_name = ${customerName} where company_id = ${db.companyId} and id = any(${ids}::bigint[])`.execute(
    db,
  );
  for (const [petId, petName] of petNames)
    await sql`update class_enrolment set pet_name = ${petName}
      where company_id = ${db.companyId} and id = any(${ids}::bigint[]) and pet_id = ${petId}`.execute(db);
}
