import { setTimeout as pause } from "node:timers/promises";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type pg from "pg";
import { services } from "../../constellation.ts";
import { chanceFrom } from "../../seed/chance.ts";
import type { App } from "../app.ts";
import { kill } from "./killing.ts";
import { stay } from "./merge-stays.ts";
import type { Stubborn } from "./stubborn.ts";
import type { Visit } from "./visits.ts";

/** Who keeps something of a client. */
const keepers = services.filter((name) => name !== "account");
const victims = [...keepers, "nats", "postgres"] as const;
const schemas = keepers.map((name) => name.replace("-", "_"));
/** Both have a conversation at the location: what was written goes into the winner's, and the other one stays, empty. */
const emptied = new Set(["message.thread.customer_id"]);
/** Up to so long after it was asked for, somebody dies. */
const WITHIN_MS = 400;
const AGREED_MS = 60_000;

export type Merged = { winner: Visit; loser: Visit; killed: string };
type Counts = Record<string, { theirs: number; all: number }>;

const placeOf = (table: string, column: string): string => `${table.replaceAll('"', "")}.${column}`;

/** Every column that names a client and goes with a merge. */
async function columnsOf(books: pg.Pool): Promise<{ table: string; column: string }[]> {
  const { rows } = await books.query<{ table: string; column: string }>(
    `select '"' || c.table_schema || '".' || c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema = any($1) and c.column_name in ('client_id', 'customer_id') order by 1, 2`,
    [schemas],
  );
  return rows.filter(({ table, column }) => !stay.has(placeOf(table, column)) && !emptied.has(placeOf(table, column)));
}

/** How many rows of each table are of these clients, and how many there are at all. */
export async function countRows(books: pg.Pool, customerIds: readonly string[]): Promise<Counts> {
  const columns = await columnsOf(books);
  const text = columns
    .map(
      ({ table, column }) =>
        `select '${table}.${column}' as place, count(*) filter (where ${column} = any($1::bigint[]))::int as theirs, count(*)::int as all from ${table}`,
    )
    .join(" union all ");
  const { rows } = await books.query<{ place: string; theirs: number; all: number }>(text, [customerIds]);
  return Object.fromEntries(rows.map(({ place, ...counts }) => [place, counts]));
}

/** Merges pairs one after the other, and kills somebody each time: who and when is chance, which the seed repeats. */
export async function mergeAll(app: App, web: Stubborn, visits: readonly Visit[], many: number, seed: number): Promise<Merged[]> {
  const chance = chanceFrom(seed);
  const done: Merged[] = [];
  for (let n = 0; n < many; n++) {
    const [winner, loser] = [visits[2 * n], visits[2 * n + 1]];
    if (!winner || !loser) throw new Error("there are too few clients for so many merges");
    const name = chance.pick(victims);
    const dying = pause(chance.between(0, WITHIN_MS)).then(() => kill(app, { name, withData: false }));
    // Every second pair had one and the same pet.
    const pets = n % 2 === 0 ? [{ petId: loser.petId, intoPetId: winner.petId }] : [];
    const merging = web.call(MergeService.method.mergeClients, { winnerId: winner.customerId, loserId: loser.customerId, pets });
    await Promise.all([merging, dying]);
    done.push({ winner, loser, killed: name });
  }
  return done;
}

/** Waits until no service has anything of those who went; answers what is left when that takes too long. */
export async function untilAgreed(books: pg.Pool, losers: readonly string[]): Promise<Counts> {
  for (const end = Date.now() + AGREED_MS; ; await pause(200)) {
    const counts = await countRows(books, losers).catch(() => undefined);
    const left = Object.entries(counts ?? { away: { theirs: 1, all: 0 } }).filter(([, { theirs }]) => theirs > 0);
    if (left.length === 0 || Date.now() > end) return Object.fromEntries(left);
  }
}
