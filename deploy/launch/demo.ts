import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, withClient } from "../migrate.ts";

export const demoOwner = "owner@demo.leashline.test";

/**
 * What deploy/seed/seed.ts exports: it lays out the demo company through the public API at `url`. Called again after an interruption, it goes on
 * where it stopped.
 */
export type Seed = (options: {
  url: string;
  email: string;
  password: string;
  sandbox: { url: string; token: string };
  /** When the first try began; all tries count the demo's days from there. */
  begun: Temporal.Instant;
  say: (line: string) => void;
}) => Promise<void>;

export interface DemoOptions {
  url: string;
  sandbox: { url: string; token: string };
  password: string;
  data: string;
  /** A superuser's URL of the services' database. */
  databaseUrl: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** Lays out the demo company in a database that has none. Answers whether there is one to sign in to. */
export async function layOutDemo(options: DemoOptions): Promise<boolean> {
  const stateFile = join(options.data, "demo.state");
  const state = existsSync(stateFile) ? readFileSync(stateFile, "utf8").trim() : "none";
  if (state === "done") return true;
  if (state === "none" && (await hasCompanies(options.databaseUrl))) return false;
  const since = performance.now();
  const seconds = () => ((performance.now() - since) / 1000).toFixed(0);
  options.say(state === "none" ? "laying out the demo company" : "going on with the demo company");
  const begun = state === "none" ? Temporal.Now.instant() : Temporal.Instant.from(state.replace(/^begun /, ""));
  writeFileSync(stateFile, `begun ${begun}\n`);
  try {
    await Promise.race([runSeed(options, begun), interrupted(options.signal)]);
  } catch (error) {
    options.signal.throwIfAborted();
    // All else works: better a shop with half its past than none. The next start goes on with it.
    options.say(`${incomplete} after ${seconds()} s: ${error instanceof Error ? error.message : error}`);
    return true;
  }
  writeFileSync(stateFile, "done\n");
  options.say(`the demo company is there after ${seconds()} s`);
  return true;
}

export const incomplete = "the demo company could not be completed";

async function runSeed({ url, sandbox, password, say }: DemoOptions, begun: Temporal.Instant): Promise<void> {
  const { seed }: { seed: Seed } = await import(pathToFileURL(join(root, "deploy", "seed", "seed.ts")).href);
  await seed({ url, sandbox, email: demoOwner, password, begun, say });
}

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function hasCompanies(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('account.company') is not null as there");
    if (!rows[0]?.there) return false;
    return ((await client.query("select from account.company limit 1")).rowCount ?? 0) > 0;
  });
}
