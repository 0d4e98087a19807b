import { headers } from "@nats-io/transport-node";
import pg from "pg";
import { loginRoleOf } from "../migrate.ts";
import type { Runtime } from "../runtime.ts";

type OutboxRow = { company_id: string; id: string; aggregate: string; type: string; payload: Buffer; actor: unknown; created_at: Date };

export const companyHeader = "Leashline-Company";
export const keyHeader = "Leashline-Key";
export const eventIdHeader = "Leashline-Event";
export const actorHeader = "Leashline-Actor";
export const writtenHeader = "Leashline-Written";

const batchSize = 200;

/** Moves outbox rows to the stream, in order, one relay per service at a time (advisory lock). Answers how many went out. */
export async function relayOnce(runtime: Runtime, client: Pick<pg.Client, "query">): Promise<number> {
  const stream = await runtime.bus.ensureStream();
  if (!stream) return 0;
  const refilled = await client.query("select kit_outbox_refill($1) as n", [stream.created]);
  if (Number(refilled.rows[0]?.n) > 0) runtime.log.warn({ rows: refilled.rows[0].n }, "the stream is new: recent events go out again");
  let sent = 0;
  for (;;) {
    const { rows } = await client.query<OutboxRow>({ name: "take", text: "select * from kit_outbox_unpublished($1)", values: [batchSize] });
    if (rows.length === 0) return sent;
    const acks = rows.map((row) => {
      const h = headers();
      h.set(companyHeader, row.company_id);
      h.set(keyHeader, row.aggregate);
      h.set(eventIdHeader, `${runtime.name}-${row.id}`);
      h.set(writtenHeader, row.created_at.toISOString());
      h.set(actorHeader, Buffer.from(JSON.stringify(row.actor ?? {})).toString("base64url"));
      return stream.js.publish(runtime.bus.eventSubject(row.type), row.payload, {
        msgID: `${runtime.name}-${row.id}-${Date.parse(stream.created)}`,
        headers: h,
        timeout: 5_000,
      });
    });
    const settled = await Promise.allSettled(acks);
    const firstFailed = settled.findIndex((ack) => ack.status === "rejected");
    const done = rows.slice(0, firstFailed < 0 ? rows.length : firstFailed).map((row) => row.id);
    if (done.length > 0) await client.query({ name: "mark", text: "select kit_outbox_published($1)", values: [done] });
    sent += done.length;
    if (firstFailed >= 0) throw (settled[firstFailed] as PromiseRejectedResult).reason;
    if (rows.length < batchSize) return sent;
  }
}

/** Runs the relay until stopped: woken by commits in this process, and by itself twice a second for what others left. */
export function startRelay(runtime: Runtime): { stop: () => Promise<void> } {
  let stopped = false;
  let wake: () => void = () => undefined;
  runtime.onNudge(() => wake());
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = (async () => {
    while (!stopped) {
      const client = new pg.Client({ connectionString: withUser(runtime), application_name: `${runtime.name}-relay` });
      client.on("error", () => undefined);
      try {
        await client.connect();
        await lead(client);
      } catch (error) {
        if (!stopped) runtime.log.warn({ error: (error as Error).message }, "relay will try again");
        if (!stopped) await rest(500);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  })();
  async function lead(client: pg.Client): Promise<void> {
    while (!stopped) {
      const { rows } = await client.query("select pg_try_advisory_lock(hashtext('outbox'), hashtext(current_schema())) as held");
      if (rows[0].held) break;
      await rest(1_000);
    }
    while (!stopped) {
      let woken = false;
      wake = () => {
        woken = true;
      };
      await relayOnce(runtime, client);
      if (!woken && !stopped) await rest(500);
    }
  }
  return {
    stop: async () => {
      stopped = true;
      wake();
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
