import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { stillWorking } from "../../bench/stream.ts";
import { portsFrom, services } from "../../constellation.ts";
import { loadSecrets, serverUrls } from "../../launch/secrets.ts";
import type { App } from "../app.ts";

// What is due within this time belongs to the work; what is due later (tomorrow's reminders) is planned, not left over.
const soon = "interval '3 minutes'";
const each = (select: (table: (name: string) => string, service: string) => string) =>
  services.map((service) => select((name) => `"${service.replaceAll("-", "_")}".${name}`, service)).join(" union all ");
const leftovers = [
  each(
    (at, service) =>
      `select '${service}' as service, 'event not sent' as what, type as about, count(*)::int as n from ${at("outbox")} where published_at is null group by type`,
  ),
  each(
    (at, service) =>
      `select '${service}', 'job ' || state, kind || coalesce(': ' || last_error, ''), count(*)::int from ${at("job")}
        where state = 'running' or (state = 'due' and due_at < now() + ${soon}) group by state, 3`,
  ),
  each(
    (at, service) =>
      `select '${service}', 'job failed', kind || ': ' || coalesce(last_error, ''), count(*)::int from ${at("job")} where state = 'failed' group by 3`,
  ),
].join(" union all ");

export type Leftover = { service: string; what: string; about: string; n: number };

/** Looks into every service's database as its operator may. */
export function openBooks(app: Pick<App, "data" | "port">): pg.Pool {
  const { postgresPassword } = loadSecrets(join(app.data, "secrets.json"));
  const connectionString = `postgres://postgres:${encodeURIComponent(postgresPassword)}@127.0.0.1:${portsFrom(app.port).postgres}/leashline`;
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on("error", () => undefined);
  return pool;
}

/** Waits until nothing is on its way any more: no event unsent or unheard, no job due or running. A job that failed for good ends the wait. */
export async function untilQuiet(app: App, books: pg.Pool, withinMs: number): Promise<void> {
  const { nats } = serverUrls(portsFrom(app.port), loadSecrets(join(app.data, "secrets.json")));
  for (const end = Date.now() + withinMs; ; await pause(250)) {
    const { rows } = await books.query<Leftover>(leftovers);
    const unheard = await stillWorking(nats);
    if (rows.length === 0 && unheard === 0) return;
    const lost = rows.some((row) => row.what === "job failed");
    if (lost || Date.now() > end) throw new Error(`not quiet: ${unheard} events not acknowledged; ${JSON.stringify(rows)}`);
  }
}
