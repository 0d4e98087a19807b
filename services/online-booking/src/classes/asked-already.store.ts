import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Whose requests: those of a contact that was confirmed, and of the client whom it belongs to; "0" for nobody known. */
export type Whose = { readonly businessId: string; readonly contact: string; readonly customerId: string };

/** Which of these pets' names stand in a request for the class that nobody has answered. Names count without case and outer blanks. */
export async function namesAskedFor(db: Db, { businessId, contact, customerId }: Whose, classId: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct lower(trim(p ->> 'petName')) as name from booking_request r, jsonb_array_elements(r.pets) p
    where r.company_id = ${db.companyId} and r.business_id = ${businessId}::bigint and r.class_id = ${classId}::bigint
      and r.state in ('submitted', 'accepting')
      and (r.contact = ${contact} or (r.customer_id <> 0 and r.customer_id = ${customerId}::bigint))`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
