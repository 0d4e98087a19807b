import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { MergedPet, VaccineChange } from "./merge.ts";

/** What is kept of a vaccination, as JSON. */
const said = (
  row: string,
) => sql`jsonb_build_object('until', ${sql.ref(`${row}.expiration_date`)}, 'document', ${sql.ref(`${row}.document_path`)},
  'remindedFor', ${sql.ref(`${row}.reminded_for`)}, 'remindedAt', ${sql.ref(`${row}.reminded_at`)})`;
const set = (from: string) => sql`expiration_date = (${sql.ref(from)} ->> 'until')::date, document_path = ${sql.ref(from)} ->> 'document',
  reminded_for = (${sql.ref(from)} ->> 'remindedFor')::date, reminded_at = (${sql.ref(from)} ->> 'remindedAt')::timestamptz`;

/** Of a vaccination that both pets have, the one that holds longer is from now on the one of the pet that is left; one without a day holds for good. */
export async function keepBetterVaccines(db: Db, pets: readonly MergedPet[]): Promise<VaccineChange[]> {
  if (pets.length === 0) return [];
  const [gone, left] = [pets.map(({ petId }) => petId), pets.map(({ intoPetId }) => intoPetId)];
  const { rows } = await sql<VaccineChange>`with better as (
      select distinct on (w.id) w.id, ${said("w")} as before, ${said("l")} as after
      from unnest(${gone}::bigint[], ${left}::bigint[]) as m(gone, stays)
      join pet_vaccine l on l.company_id = ${db.companyId} and l.pet_id = m.gone
      join pet_vaccine w on w.company_id = ${db.companyId} and w.pet_id = m.stays and w.vaccine_id = l.vaccine_id
      where coalesce(l.expiration_date, 'infinity') > coalesce(w.expiration_date, 'infinity')
      order by w.id, coalesce(l.expiration_date, 'infinity') desc, l.id)
    update pet_vaccine t set ${set("b.after")} from better b where t.company_id = ${db.companyId} and t.id = b.id
    returning t.id::text as id, b.before, b.after`.execute(db);
  return rows;
}

/** As they were; one that somebody wrote anew since stays. */
export async function giveVaccinesBack(db: Db, changes: readonly VaccineChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`update pet_vaccine t set ${set("b.before")}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as b(id bigint, before jsonb, after jsonb)
    where t.company_id = ${db.companyId} and t.id = b.id
      and t.expiration_date is not distinct from (b.after ->> 'until')::date and t.document_path = b.after ->> 'document'`.execute(db);
}
