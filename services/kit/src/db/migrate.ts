import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

export type MigrateInput = {
  /** Service name, for example "online-booking". */
  name: string;
  migrations: URL | string;
  /** A superuser's URL of the database that holds the service's schema. */
  adminUrl: string;
  /** Password given to the service's login role. */
  password: string;
};

const folder = (at: URL | string): string => (typeof at === "string" ? at : fileURLToPath(at));
const kitMigrations = fileURLToPath(new URL("../../migrations/", import.meta.url));

async function readAll(dir: string): Promise<{ id: string; text: string; hash: string }[]> {
  const files = (await readdir(dir)).filter((file) => /^\d{4}-.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${dir}/${file}`, "utf8");
      return { id: file.replace(/\.sql$/, ""), text, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

export const schemaOf = (name: string): string => name.replaceAll("-", "_");
export const loginRoleOf = (name: string): string => `leashline_${schemaOf(name)}`;

/**
 * Creates the service's schema, its owner (who may look past row security, and cannot log in) and its login role (who cannot),
 * then applies what is new, in order, under an advisory lock. Answers the ids applied.
 */
export async function migrateService({ name, migrations, adminUrl, password }: MigrateInput): Promise<string[]> {
  const schema = schemaOf(name);
  const role = loginRoleOf(name);
  const owner = `${role}_owner`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // One migration at a time over the whole server: roles are shared by its databases.
    await client.query("select pg_advisory_lock(7301, 1)");
    await client.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${owner}') then create role ${owner} nologin bypassrls; end if;
      if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole; end if;
    end $$`);
    await client.query(`alter role ${role} password ${pg.escapeLiteral(password)}`);
    await client.query(`alter role ${role} set search_path = "${schema}", public`);
    // Everybody may enter a database until that is taken back; this login enters the one that holds its schema.
    await client.query(`do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$`);
    await client.query(`create schema if not exists "${schema}" authorization ${owner}`);
    await client.query(`grant usage on schema "${schema}" to ${role}`);
    await client.query(`alter default privileges for role ${owner} in schema "${schema}" grant usage, select on sequences to ${role}`);
    await client.query(
      `create table if not exists "${schema}".migration (id text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    await client.query(`alter table "${schema}".migration owner to ${owner}`);
    return await apply(client, { schema, role, owner, files: [...(await readAll(kitMigrations)), ...(await readAll(folder(migrations)))] });
  } finally {
    await client.end();
  }
}

type Plan = { schema: string; role: string; owner: string; files: { id: string; text: string; hash: string }[] };

async function apply(client: pg.Client, { schema, role, owner, files }: Plan): Promise<string[]> {
  const done = new Map(
    (await client.query<{ id: string; hash: string }>(`select id, hash from "${schema}".migration`)).rows.map((row) => [row.id, row.hash]),
  );
  const applied: string[] = [];
  for (const file of files) {
    const before = done.get(file.id);
    if (before === file.hash) continue;
    if (before)
      throw new Error(`Migration ${schema}/${file.id} was applied with another text. Migrations only go forward: add a new file.`);
    await client.query("begin");
    try {
      await client.query(`set local role ${owner}`);
      await client.query(`set local search_path = "${schema}", public`);
      await client.query(`set local kit.login_role = '${role}'`);
      await client.query(file.text);
      await client.query(`insert into "${schema}".migration (id, hash) values ($1, $2)`, [file.id, file.hash]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw new Error(`Migration ${schema}/${file.id} failed: ${(error as Error).message}`, { cause: error });
    }
    applied.push(file.id);
  }
  return applied;
}
