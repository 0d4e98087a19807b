import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrateService } from "@leashline/kit/db/migrate.ts";
import { Client } from "pg";
import { services } from "./constellation.ts";

export const root = join(import.meta.dirname, "..");

export interface MigrateOptions {
  /** A superuser's URL; its database is only the door. */
  adminUrl: string;
  database: string;
  /** What the services' login roles sign in with. */
  password: string;
  say?: (line: string) => void;
  /** Given, a service whose SQL fails is reported here and the others go on; otherwise the first failure ends it. */
  onFailure?: (service: string, error: unknown) => void;
}

/** Makes the database and brings every service's schema to its newest form. Safe to repeat, and to run beside an older version. */
export async function migrate({ adminUrl, database, password, say, onFailure }: MigrateOptions): Promise<void> {
  const url = await createDatabase(adminUrl, database);
  for (const { name, folder } of migrationFolders()) {
    const since = performance.now();
    try {
      await migrateService({ name, migrations: pathToFileURL(`${folder}/`), adminUrl: url, password });
    } catch (error) {
      if (!onFailure) throw new Error(`The schema of ${name} could not be brought up to date`, { cause: error });
      onFailure(name, error);
    }
    say?.(`schema ${name}: ${Math.round(performance.now() - since)} ms`);
  }
}

/** The services that keep data, with the folder of their SQL. */
export function migrationFolders(): { name: string; folder: string }[] {
  const folders = services.map((name) => ({ name, folder: join(root, "services", name, "migrations") }));
  return folders.filter(({ folder }) => existsSync(folder) && readdirSync(folder).some((file) => file.endsWith(".sql")));
}

async function createDatabase(adminUrl: string, database: string): Promise<string> {
  if (!/^[a-z_][a-z0-9_]*$/.test(database))
    throw new Error(`"${database}" is no name for a database: lower-case letters, digits and _ only`);
  const url = new URL(adminUrl);
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  });
  url.pathname = `/${database}`;
  await withClient(url.href, async (client) => {
    await client.query(`revoke create on schema public from public`);
    await client.query(`revoke connect, temporary on database ${database} from public`);
    for (const extension of ["btree_gist", "pg_trgm"]) await client.query(`create extension if not exists ${extension} schema public`);
  });
  return url.href;
}

export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  const { LEASHLINE_POSTGRES_ADMIN_URL: adminUrl, LEASHLINE_DB_PASSWORD: password, LEASHLINE_POSTGRES_URL: url } = process.env;
  if (!adminUrl || !password) throw new Error("Set LEASHLINE_POSTGRES_ADMIN_URL (a superuser's) and LEASHLINE_DB_PASSWORD");
  const database = url ? new URL(url).pathname.slice(1) : "leashline";
  await migrate({ adminUrl, database, password, say: (line) => console.log(line) });
}
