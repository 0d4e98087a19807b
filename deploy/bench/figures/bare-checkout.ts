import type pg from "pg";
import { type House, quiet } from "../house.ts";

const schemas = ["order", "payment"] as const;
type Schema = (typeof schemas)[number];
/** Rows that one call left in a table, put aside. */
type Left = { schema: Schema; table: string; aside: string };
type Table = { columns: string[]; key: string[] };

export interface Bare {
  /** What each of the calls leaves behind in a transaction of its own, into tables that have the services' keys, checks and indexes. */
  sameWork: () => Promise<void>;
  /** The rows of each service as they last stood, in one transaction, into tables with one key and nothing else: less than four calls can do. */
  least: () => Promise<void>;
}

/** Every table of a company in a schema. */
async function tablesOf(admin: pg.Pool, schema: Schema): Promise<string[]> {
  const { rows } = await admin.query(
    `select c.relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
     where s.nspname = $1 and c.relkind = 'r' and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id')`,
    [schema],
  );
  return rows.map((row) => row.name as string);
}

const nameOf = ({ schema, table }: Pick<Left, "schema" | "table">): string => `${schema}_${table}`;
const likeOurs = (of: Pick<Left, "schema" | "table">): string => `bench."to_${nameOf(of)}"`;

/** What was written since a transaction, table by table. */
async function putAside(admin: pg.Pool, companyId: string, since: string, call: string): Promise<Left[]> {
  const left: Left[] = [];
  for (const schema of schemas) {
    for (const table of await tablesOf(admin, schema)) {
      const aside = `bench."left_${schema}_${table}_${call}"`;
      await admin.query(`drop table if exists ${aside}`);
      const { rowCount } = await admin.query(
        `create table ${aside} as select * from "${schema}"."${table}" where company_id = ${BigInt(companyId)} and xmin::text::bigint >= ${BigInt(since)}`,
      );
      if (rowCount) left.push({ schema, table, aside });
    }
  }
  return left;
}

/** A table like one of ours. What is unique whatever the company is not so here, where the same rows are written again and again. */
async function makeLikeOurs(admin: pg.Pool, of: Left): Promise<Table> {
  const { schema, table } = of;
  const from = `"${schema}"."${table}"`;
  await admin.query(`drop table if exists ${likeOurs(of)}`);
  await admin.query(`create table ${likeOurs(of)} (like ${from} including defaults including constraints)`);
  const { rows: indexes } = await admin.query(
    `select pg_get_indexdef(i.indexrelid) as text, i.indisprimary as is_key,
       (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
     from pg_index i where i.indrelid = $1::regclass`,
    [from],
  );
  for (const { text, columns } of indexes) {
    const made = String(text).replace(/INDEX \S+ ON .+? USING/, `INDEX ON ${likeOurs(of)} USING`);
    await admin.query(columns?.includes("company_id") ? made : made.replace("CREATE UNIQUE", "CREATE"));
  }
  const { rows: columns } = await admin.query(
    "select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
    [from],
  );
  return { columns: columns.map(({ name }) => name as string), key: indexes.find(({ is_key }) => is_key)?.columns ?? [] };
}

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/** A row that an earlier call wrote is written over, as ours is. */
function writing(of: Left, { columns, key }: Table): string {
  const rest = columns.filter((name) => name !== "company_id");
  const over = rest.filter((name) => !key.includes(name)).map((name) => `"${name}" = excluded."${name}"`);
  const conflict = key.length > 0 && over.length > 0 ? `on conflict (${list(key)}) do update set ${over.join(", ")}` : "";
  return `insert into ${likeOurs(of)} (company_id, ${list(rest)}) select $1::bigint, ${list(rest)} from ${of.aside} ${conflict}`;
}

type Statement = { name: string; text: string; values?: unknown[] };

async function inTransactions(pool: pg.Pool, transactions: readonly Statement[][]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statements of transactions) {
      await client.query({ name: "begin", text: "begin" });
      for (const statement of statements) await client.query(statement);
      await client.query({ name: "commit", text: "commit" });
    }
  } finally {
    client.release();
  }
}

/** Everything of before, in tables without the services' indexes. */
async function leastOf(admin: pg.Pool, pool: pg.Pool, all: readonly Left[]): Promise<Bare["least"]> {
  const transactions: Statement[][] = [];
  for (const schema of schemas) {
    const statements: Statement[] = [];
    for (const left of all.filter((one) => one.schema === schema)) {
      const to = `bench."least_${nameOf(left)}"`;
      await admin.query(`drop table if exists ${to}`);
      await admin.query(`create table ${to} (like ${left.aside}, bench_id bigserial primary key)`);
      statements.push({ name: `least_${nameOf(left)}`, text: `insert into ${to} select * from ${left.aside}` });
    }
    transactions.push(statements);
  }
  return async () => await inTransactions(pool, transactions);
}

/** As if each checkout were of a company of its own, so that its keys are new. */
let companies = 1_000_000_000_000n;

/**
 * The durable work of a checkout as bare SQL: for each of its calls, the rows that it and what followed it left in order and payment. Whoever calls is answered four times
 * and has to find each answer true after a crash, so that is four commits.
 */
export async function bareCheckout(house: House, pool: pg.Pool, companyId: string, calls: readonly (() => Promise<void>)[]): Promise<Bare> {
  const { admin } = house;
  const markOf = async (): Promise<string> => (await admin.query("select pg_current_xact_id()::text as id")).rows[0].id;
  await admin.query("create schema if not exists bench");
  await quiet(house);
  const began = await markOf();
  const left: Left[][] = [];
  for (const [nth, call] of calls.entries()) {
    const since = await markOf();
    await call();
    await quiet(house);
    left.push(await putAside(admin, companyId, since, String(nth)));
  }
  const all = await putAside(admin, companyId, began, "all");
  if (!all.some(({ table }) => table === "ledger_posting")) throw new Error("a checkout left nothing in the ledger");
  const tables = new Map<string, Table>();
  for (const one of all) tables.set(nameOf(one), await makeLikeOurs(admin, one));
  const texts = left.map((rows) => rows.map((one) => ({ name: one.aside, text: writing(one, tables.get(nameOf(one)) as Table) })));
  const sameWork = async () => {
    const values = [String(companies++)];
    await inTransactions(
      pool,
      texts.map((statements) => statements.map((statement) => ({ ...statement, values }))),
    );
  };
  return { sameWork, least: await leastOf(admin, pool, all) };
}
