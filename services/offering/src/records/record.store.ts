import { sql } from "kysely";
import type { Db } from "../db.ts";

/** The ids of services and add-ons above one, in their order, deleted ones too. */
export async function serviceIdsAfter(db: Db, after: string, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from service where company_id = ${db.companyId} and id > ${after}
    union all select id from add_on where company_id = ${db.companyId} and id > ${after} order by id limit ${size}`.execute(db);
  return rows.map(({ id }) => id);
}
