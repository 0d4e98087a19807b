import { sql } from "kysely";
import type { Db } from "../db.ts";

/** What a service asks for: people who do it, of these or, where none are named, anybody; and a room that is shared with no other family. */
export type ServiceTerms = {
  readonly serviceId: string;
  readonly ownStaff: boolean;
  readonly staffIds: readonly string[];
  readonly ownLodging: boolean;
};

/** The terms of those of these services that have any. */
export async function termsOf(db: Db, serviceIds: readonly string[]): Promise<ServiceTerms[]> {
  if (serviceIds.length === 0) return [];
  const { rows } = await sql<ServiceTerms>`select service_id, own_staff, staff_ids::text[], own_lodging from service_terms
    where company_id = ${db.companyId} and service_id = any(${[...new Set(serviceIds)]}::bigint[])`.execute(db);
  return rows;
}
