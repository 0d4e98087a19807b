import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, withClient } from "../migrate.ts";

export const demoOwner = "owner@demo.leashline.test";

/** What deploy/seed/seed.ts exports: it lays out the demo company through the public API at `url`. */
export type Seed = (options: {
  url: string;
  email: string;
  password: string;
  /** An earlier try was interrupted: go on where it stopped. */
  again: boolean;
  say: (line: string) => void;
}) => Promise<void>;

export interface DemoOptions {
  url: string;
  password: string;
  data: string;
  /** A superuser's URL of the services' database. */
  databaseUrl: string;
  say: (line: string) => void;
}

/** Lays out the demo company in a database that has none. Answers whether there is one to sign in to. */
export async function layOutDemo({ url, password, data, databaseUrl, say }: DemoOptions): Promise<boolean> {
  const stateFile = join(data, "demo.state");
  const state = existsSync(stateFile) ? readFileSync(stateFile, "utf8").trim() : "none";
  if (state === "done") return true;
  const file = join(root, "deploy", "seed", "seed.ts");
  if (state === "none" && (!existsSync(file) || (await hasCompanies(databaseUrl)))) return false;
  const { seed }: { seed?: Seed } = await import(pathToFileURL(file).href);
  if (!seed) return false;
  const since = performance.now();
  say("laying out the demo company");
  writeFileSync(stateFile, "begun\n");
  await seed({ url, email: demoOwner, password, again: state === "begun", say });
  writeFileSync(stateFile, "done\n");
  say(`the demo company is there after ${((performance.now() - since) / 1000).toFixed(0)} s`);
  return true;
}

async function hasCompanies(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('account.company') is not null as there");
    if (!rows[0]?.there) return false;
    return ((await client.query("select from account.company limit 1")).rowCount ?? 0) > 0;
  });
}
