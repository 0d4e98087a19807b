import type { Client } from "pg";

/** A table of a service, as the catalogue tells. */
export interface TenantTable {
  schema: string;
  name: string;
  hasCompany: boolean;
  /** The login may read or write it itself, not only through functions. */
  open: boolean;
  /** Row security is enabled, and forced on its owner too. */
  enabled: boolean;
  forced: boolean;
  /** "permissive all (condition)", one for each. */
  policies: string[];
  /** Those that can be written; none that is computed. */
  columns: string[];
}

export interface TableIndex {
  schema: string;
  table: string;
  name: string;
  primary: boolean;
  /** Its leading column; empty when that is an expression. */
  first: string;
}

export async function tablesOf(admin: Client, schemas: readonly string[]): Promise<TenantTable[]> {
  const { rows } = await admin.query<TenantTable>(
    `select n.nspname as schema, c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as "hasCompany",
      exists (select from pg_roles r where r.rolname = 'leashline_' || n.nspname
        and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')) as open,
      array(select lower(p.permissive) || ' ' || lower(p.cmd) || ' ' || p.qual || coalesce(' ' || p.with_check, '')
        from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname order by 1) as policies,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') order by 1, 2`,
    [schemas],
  );
  return rows;
}

export async function indexesOf(admin: Client, schemas: readonly string[]): Promise<TableIndex[]> {
  const { rows } = await admin.query<TableIndex>(
    `select n.nspname as schema, t.relname as table, x.relname as name, i.indisprimary as primary,
      coalesce((select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = i.indkey[0]), '') as first
     from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = any($1) order by 1, 2, 3`,
    [schemas],
  );
  return rows;
}

/** One row for each company in every table: in a database of this test alone, whose other rules are taken off for it. */
export async function fillTenantTables(admin: Client, tables: readonly TenantTable[], companies: readonly string[]): Promise<void> {
  const held = tables.filter((table) => table.open);
  for (const table of held) await takeRulesOff(admin, table);
  await admin.query("set session_replication_role = replica");
  for (const { schema, name } of held) {
    const { rows } = await admin.query<{ column: string; type: string }>(
      `select a.attname as column, format_type(a.atttypid, null) as type from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname <> 'company_id'
       where i.indrelid = $1::regclass and i.indisprimary`,
      [`"${schema}"."${name}"`],
    );
    const columns = ["company_id", ...rows.map((row) => `"${row.column}"`)].join(", ");
    for (const company of companies) {
      const values = [company, ...rows.map((row) => filler(row.type))].join(", ");
      await admin.query(`insert into "${schema}"."${name}" (${columns}) overriding system value values (${values})`);
    }
  }
}

const fillers: Record<string, string> = {
  date: "'2026-01-01'",
  "timestamp with time zone": "now()",
  boolean: "true",
  uuid: "gen_random_uuid()",
};
const filler = (type: string): string => fillers[type] ?? "'1'";

async function takeRulesOff(admin: Client, { schema, name }: TenantTable): Promise<void> {
  const table = `"${schema}"."${name}"`;
  const { rows } = await admin.query<{ sql: string }>(
    `select format('alter table %s drop constraint %I cascade', $1::text, conname) as sql from pg_constraint
       where conrelid = $1::regclass and contype in ('c', 'f', 'x', 'u')
     union all
     select format('alter table %s alter column %I drop not null', $1::text, a.attname) from pg_attribute a
       where a.attrelid = $1::regclass and a.attnum > 0 and a.attnotnull and not a.attisdropped and a.attidentity = ''
         and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey))`,
    [table],
  );
  for (const { sql } of rows) await admin.query(sql);
}
