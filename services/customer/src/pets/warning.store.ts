import { sql } from "kysely";
import type { Db } from "../db.ts";

export type Warning = { incidentTypeName: string; happenedAt: Date; incidentId: string };

/** What each of these pets caused that people are warned of: every type once, with the last time, the last one first. */
export async function warningsOf(db: Db, petIds: readonly string[]): Promise<Map<string, Warning[]>> {
  const warnings = new Map<string, Warning[]>();
  if (petIds.length === 0) return warnings;
  const { rows } = await sql<Warning & { petId: string }>`select * from (
      select distinct on (p.pet_id, i.incident_type_id) p.pet_id, t.name as incident_type_name, i.happened_at, i.id as incident_id
      from incident_pet p
      join incident i on i.company_id = p.company_id and i.id = p.incident_id and i.deleted_at is null
      join incident_type t on t.company_id = i.company_id and t.id = i.incident_type_id and t.warns
      where p.company_id = ${db.companyId} and p.pet_id = any(${petIds}::bigint[]) and p.part = 2
      order by p.pet_id, i.incident_type_id, i.happened_at desc, i.id desc) last
    order by happened_at desc, incident_id desc`.execute(db);
  for (const { petId, ...warning } of rows) warnings.set(petId, [...(warnings.get(petId) ?? []), warning]);
  return warnings;
}
