import { schemaOf } from "../src/db/migrate.ts";
import type { Runtime } from "../src/runtime.ts";

/** A service made up by a test of the kit, which tries what row security does alone. */
const isProbe = (name: string): boolean => name === "probe";

/** Rows that belong to no company, or are found before it is known. */
const acrossTenants = /\bkit_[a-z_]+\(/;

const reference = /\b(?:from|join|update|into)\s+(?:only\s+)?"?([a-z_0-9]+)"?/g;
const counts = (text: string, of: RegExp): number => text.match(of)?.length ?? 0;

/** Whether a statement names company_id at least once for each tenant table it touches. */
export function namesTenant(statement: string, tenantTables: ReadonlySet<string>): boolean {
  const text = statement.toLowerCase();
  if (acrossTenants.test(text)) return true;
  const touched = [...text.matchAll(reference)].filter(([, table = ""]) => tenantTables.has(table)).length;
  return counts(text, /\bcompany_id\b/g) >= touched;
}

/** The statements a service has sent on the connections it has open, as the database remembers them, that touch a tenant table and do not name the tenant. */
export async function nameless(runtime: Runtime): Promise<string[]> {
  if (isProbe(runtime.name)) return [];
  const { rows: tables } = await runtime.pool.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
      where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity`,
    [schemaOf(runtime.name)],
  );
  const tenantTables = new Set(tables.map((row) => row.name as string));
  const clients = await Promise.all(Array.from({ length: runtime.pool.totalCount }, () => runtime.pool.connect()));
  try {
    const lists = await Promise.all(clients.map((client) => client.query("select statement from pg_prepared_statements")));
    const sent = new Set(lists.flatMap(({ rows }) => rows.map((row) => row.statement as string)));
    return [...sent].filter((statement) => !namesTenant(statement, tenantTables));
  } finally {
    for (const client of clients) client.release();
  }
}
