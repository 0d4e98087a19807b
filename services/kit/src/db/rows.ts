import type { Selectable } from "kysely";
import { type ErrorName, fail } from "../errors.ts";
import { columnName, rowsOf, type TenantDb } from "./kysely.ts";

const uniqueViolation = "23505";

/** One row by its id, held until the command ends. */
export async function lockRow<DB, T extends keyof DB & string>(
  db: TenantDb<DB>,
  table: T,
  id: string,
): Promise<Selectable<DB[T]> | undefined> {
  const text = `select * from "${columnName(table)}" where company_id = $1 and id = $2 for update`;
  return (await rowsOf<Selectable<DB[T]>>(db, text, [db.companyId, id]))[0];
}

/** Work whose writing may run into unique constraints: each by its name, with the refusal that says what is in use already and the field that named it. */
export async function unlessTaken<T>(work: Promise<T>, constraints: Readonly<Record<string, readonly [ErrorName, string]>>): Promise<T> {
  return await work.catch((error: Error & { code?: string; constraint?: string }) => {
    const [code, field] = constraints[error.constraint ?? ""] ?? [];
    throw error.code === uniqueViolation && code ? fail(code, { field }) : error;
  });
}
