import { setTimeout as pause } from "node:timers/promises";
import { headers } from "@nats-io/transport-node";
import pg from "pg";
import { loginRoleOf } from "../db/migrate.ts";
import { traceHeader } from "../observability/tracer.ts";
import type { Runtime } from "../runtime.ts";
import { openWakeSignal } from "../wake-signal.ts";
import type { Stream } from "./bus.ts";

type OutboxRow = {
  company_id: string;
  id: string;
  aggregate: string;
  type: string;
  payload: Buffer;
  actor: { trace?: string } | null;
  created_at: Date;
};

export const companyHeader = "Leashline-Company";
export const keyHeader = "Leashline-Key";
export const eventIdHeader = "Leashline-Event";
export const actorHeader = "Leashline-Actor";
export const writtenHeader = "Leashline-Written";

const batchSize = 200;

/** Moves outbox rows to the stream, in order per key, one relay per service at a time (advisory lock). */
export async function relayOnce(runtime: Runtime, client: pg.Client, stream: Stream): Promise<void> {
  for (;;) {
    const { rows } = await client.query<OutboxRow>({ name: "take", text: "select * from kit_outbox_unpublished($1)", values: [batchSize] });
    if (rows.length === 0) return;
    const done: string[] = [];
    const keys = Map.groupBy(rows, (row) => `${row.company_id}:${row.aggregate}`);
    const settled = await Promise.allSettled([...keys.values()].map((ofOneKey) => publishInOrder(runtime, stream, ofOneKey, done)));
    if (done.length > 0) await client.query({ name: "mark", text: "select kit_outbox_published($1)", values: [done] });
    const failed = settled.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
    if (rows.length < batchSize) return;
  }
}

/** Each only when the stream has the one before: had it taken a younger one alone, the older would come after it. */
async function publishInOrder(runtime: Runtime, stream: Stream, rows: readonly OutboxRow[], done: string[]): Promise<void> {
  for (const row of rows) {
    await publish(runtime, stream, row);
    done.push(row.id);
  }
}

async function publish(runtime: Runtime, stream: Stream, row: OutboxRow): Promise<void> {
  const h = headers();
  h.set(companyHeader, row.company_id);
  h.set(keyHeader, row.aggregate);
  h.set(eventIdHeader, `${runtime.name}-${row.id}`);
  h.set(writtenHeader, row.created_at.toISOString());
  h.set(actorHeader, Buffer.from(JSON.stringify(row.actor ?? {})).toString("base64url"));
  if (row.actor?.trace) h.set(traceHeader, row.actor.trace);
  await stream.js.publish(runtime.bus.eventSubject(row.type), row.payload, {
    msgID: `${runtime.name}-${row.id}-${Date.parse(stream.created)}`,
    headers: h,
    timeout: 5_000,
  });
}

/** The stream, with what it missed on its way again when it is a new one. */
async function streamFor(runtime: Runtime, client: pg.Client, before: Stream | null): Promise<Stream | null> {
  const stream = await runtime.bus.ensureStream();
  if (!stream || stream.created === before?.created) return stream;
  const { rows } = await client.query("select kit_outbox_refill($1) as n", [stream.created]);
  if (Number(rows[0]?.n) > 0) runtime.log.warn({ rows: rows[0].n }, "the stream is new: recent events go out again");
  return stream;
}

/** How long a row may lie that nobody woke the relay for (its process died between commit and nudge), and a new stream may go unnoticed. */
const pollMs = 2_000;

/** So that what is written at about the same time goes out with one question and one mark. */
const gatherMs = 15;
/** Looks for rows begin at least so far apart: whoever is busy is served in larger ones, whoever is not does not wait. */
const apartMs = 100;

/** Nobody waits for the relay, and a new stream makes it touch many rows in one statement. */
const patience = { connectionTimeoutMillis: 5_000, statement_timeout: 60_000, query_timeout: 65_000, keepAlive: true };
/** A mark that a crash of the database took back only lets the row go out again, and whoever has heard it hears it no second time. */
const lazily = "-c synchronous_commit=off";

/** Runs the relay until stopped: woken by commits of its service, and by itself now and then for what a dead process left. */
export function startRelay(runtime: Runtime): { stop: () => Promise<void> } {
  let stopped = false;
  const signal = openWakeSignal();
  runtime.wake.on("outbox", signal.ring);
  const loop = (async () => {
    while (!stopped) {
      const client = new pg.Client({
        connectionString: withUser(runtime),
        application_name: `${runtime.name}-relay`,
        options: lazily,
        ...patience,
      });
      client.on("error", () => undefined);
      try {
        await client.connect();
        await lead(client);
      } catch (error) {
        if (!stopped) runtime.log.warn({ error: (error as Error).message }, "relay will try again");
        if (!stopped) await signal.rest(500);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  })();
  async function lead(client: pg.Client): Promise<void> {
    while (!stopped) {
      const { rows } = await client.query("select pg_try_advisory_lock(hashtext('outbox'), hashtext(current_schema())) as held");
      if (rows[0].held) break;
      await signal.rest(1_000);
    }
    let stream: Stream | null = null;
    let looked = 0;
    while (!stopped) {
      if (!stream || Date.now() - looked >= pollMs) {
        stream = await streamFor(runtime, client, stream);
        looked = Date.now();
      }
      const begun = performance.now();
      if (stream) await relayOnce(runtime, client, stream);
      await signal.rest(stream ? pollMs : 500);
      if (stream && !stopped) await pause(Math.max(gatherMs, apartMs - (performance.now() - begun)));
    }
  }
  return {
    stop: async () => {
      stopped = true;
      signal.ring();
      await loop;
    },
  };
}

function withUser(runtime: Runtime): string {
  const url = new URL(runtime.config.postgresUrl);
  url.username = loginRoleOf(runtime.name);
  url.password = runtime.config.dbPassword;
  return url.toString();
}
