import type pg from "pg";
import { type House, quiet } from "../house.ts";

const schemas = ["order", "payment"] as const;
type Schema = (typeof schemas)[number];
type Left = { schema: Schema; table: string; rows: number };

/** Every table of a company in a schema. */
async function tablesOf(pool: pg.Pool, schema: Schema): Promise<string[]> {
  const { rows } = await pool.query(
    `select c.relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
     where s.nspname = $1 and c.relkind = 'r' and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id')`,
    [schema],
  );
  return rows.map((row) => row.name as string);
}

/** What one act leaves in a company's tables, put aside: each table's rows, and a table with a key of its own to write them into. */
async function putAside(pool: pg.Pool, companyId: string, since: string): Promise<Left[]> {
  await pool.query("create schema if not exists bench");
  const left: Left[] = [];
  for (const schema of schemas) {
    for (const table of await tablesOf(pool, schema)) {
      const [from, name] = [`"${schema}"."${table}"`, `${schema}_${table}`];
      await pool.query(`drop table if exists bench."left_${name}", bench."to_${name}"`);
      const { rowCount } = await pool.query(
        `create table bench."left_${name}" as select * from ${from} where company_id = ${BigInt(companyId)} and xmin::text::bigint >= ${BigInt(since)}`,
      );
      if (!rowCount) continue;
      await pool.query(`create table bench."to_${name}" (like bench."left_${name}", bench_id bigserial primary key)`);
      left.push({ schema, table: name, rows: rowCount });
    }
  }
  return left;
}

/**
 * Writes what a checkout leaves behind, as it last stood: the rows of each service in one transaction, a statement a table. The tables have one key and none of the
 * services' other indexes, checks or triggers, so this is the least that the same durable work costs.
 */
export async function bareCheckout(house: House, pool: pg.Pool, companyId: string, act: () => Promise<void>): Promise<() => Promise<void>> {
  await quiet(house);
  const { rows } = await house.admin.query("select pg_current_xact_id()::text as id");
  await act();
  await quiet(house);
  const left = await putAside(house.admin, companyId, rows[0].id);
  if (!left.some(({ table }) => table === "payment_ledger_posting")) throw new Error("a checkout left nothing in the ledger");
  return async () => {
    const client = await pool.connect();
    try {
      for (const schema of schemas) {
        await client.query({ name: "begin", text: "begin" });
        for (const { table } of left.filter((one) => one.schema === schema))
          await client.query({ name: table, text: `insert into bench."to_${table}" select * from bench."left_${table}"` });
        await client.query({ name: "commit", text: "commit" });
      }
    } finally {
      client.release();
    }
  };
}
