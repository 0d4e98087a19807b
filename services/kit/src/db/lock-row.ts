import type { Selectable } from "kysely";
import { columnName, rowsOf, type TenantDb } from "./kysely.ts";

/** One row by its id, held until the command ends. */
export async function lockRow<DB, T extends keyof DB & string>(
  db: TenantDb<DB>,
  table: T,
  id: string,
): Promise<Selectable<DB[T]> | undefined> {
  const text = `select * from "${columnName(table)}" where company_id = $1 and id = $2 for update`;
  return (await rowsOf<Selectable<DB[T]>>(db, text, [db.companyId, id]))[0];
}
