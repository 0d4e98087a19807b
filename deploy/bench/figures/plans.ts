import { readFileSync, statSync } from "node:fs";
import { until } from "../../seed/api.ts";
import type { House } from "../house.ts";
import { logOf } from "./statements.ts";

/** So many rows are worth an index: of fewer it is as good to read them all. */
const large = 10_000;
const role = "leashline_calendar";
const saying = { session_preload_libraries: "auto_explain", "auto_explain.log_min_duration": "0" };

/** Which large tables of the calendar each of these calls reads from end to end, by the plans that the database then writes into its log. */
export async function tablesReadWhole(house: House, calls: readonly (() => Promise<unknown>)[]): Promise<string[][]> {
  const { admin } = house;
  const { rows } = await admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'calendar'::regnamespace and relkind = 'r' and reltuples >= $1",
    [large],
  );
  const names = new Set(rows.map(({ name }) => name));
  const found: string[][] = [];
  for (const [name, value] of Object.entries(saying)) await admin.query(`alter role ${role} set ${name} = '${value}'`);
  await reconnect(house);
  try {
    for (const call of calls) found.push(scanned(await plansDuring(house, call)).filter((table) => names.has(table)));
  } finally {
    for (const name of Object.keys(saying)) await admin.query(`alter role ${role} reset ${name}`);
    await reconnect(house);
  }
  return found;
}

/** What a role is told holds for connections from then on: those from before it go. */
async function reconnect({ admin }: House): Promise<void> {
  const { rows } = await admin.query<{ pid: number }>("select pid, pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [
    role,
  ]);
  const old = rows.map(({ pid }) => pid);
  const areGone = async () => (await admin.query("select from pg_stat_activity where pid = any($1)", [old])).rowCount === 0;
  await until(async () => (await areGone()) || undefined, "the end of old connections");
}

async function plansDuring(house: House, call: () => Promise<unknown>): Promise<string[]> {
  const from = statSync(logOf(house)).size;
  await call();
  // An entry begins with its time and for whom it is; the rest of it stands indented below.
  const entries = readFileSync(logOf(house))
    .subarray(from)
    .toString()
    .split(/\n(?=\S)/);
  const plans = entries.filter((entry) => entry.includes(` ${role}@`) && entry.includes(" plan:\n"));
  if (plans.length === 0) throw new Error("the database's log shows no plan");
  return plans;
}

const scanned = (plans: readonly string[]): string[] => [
  ...new Set(plans.flatMap((plan) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = ""]) => table))),
];
