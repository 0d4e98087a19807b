import { setTimeout as pause } from "node:timers/promises";
import { asTenant } from "../context.ts";
import { DatabaseAway } from "../db/away.ts";
import { isStorageFull } from "../db/full.ts";
import { carried, type JobDef } from "../db/job.ts";
import { onClient, take } from "../db/pool.ts";
import { send, statement } from "../db/wire.ts";
import type { Runtime } from "../runtime.ts";
import { openWakeSignal } from "../wake-signal.ts";
import type { JobQueue } from "./queue.ts";
import { thenRest } from "./rest-after.ts";

// biome-ignore lint/suspicious/noExplicitAny: jobs of one service carry different payloads
type AnyJob = JobDef<any>;
export type Due = { company_id: string; id: string; kind: string; attempts: number };
type Row = { id: string; key: string; businessId: string; payload: unknown; attempts: number; round: number; lease: string };

// Claims the row for the length of a lease; a second worker, or a repeat from Redis, finds nothing to claim.
const claim = `update job set state = 'running', attempts = attempts + 1, lease_until = clock_timestamp() + make_interval(secs => $3)
  where company_id = $1::bigint and id = $2
    and (state = 'due' or (state = 'running' and lease_until < clock_timestamp())) and due_at <= clock_timestamp()
  returning id, key, business_id, payload, attempts, round, lease_until::text as lease`;

/** Runs one due row if it is still due. Answers whether it ran. */
export async function runJob(runtime: Runtime, jobs: ReadonlyMap<string, JobDef<unknown>>, due: Due): Promise<boolean> {
  const def = jobs.get(due.kind);
  if (!def) return false;
  const row = await inTenant<Row>(runtime, due.company_id, claim, [due.company_id, due.id, def.leaseSeconds]);
  if (!row) return false;
  const { payload, trace: askedIn } = carried(row.payload);
  const span = runtime.tracer?.start({ kind: "consumer", name: `job ${def.name}`, link: askedIn, facts: { "leashline.job": def.name } });
  const lastAttempt = row.attempts >= def.attempts;
  const ctx = asTenant(
    { runtime, idempotencyKey: stepKey(def.name, row), trace: span?.parent ?? "" },
    { companyId: due.company_id, businessId: row.businessId, name: "Leashline" },
  );
  try {
    await def.run(ctx, payload, { id: row.id, key: row.key, attempt: row.attempts, lastAttempt });
    await finish(runtime, due, row.lease, { state: "done" });
    span?.end();
  } catch (error) {
    span?.end("failed");
    const { message } = error as Error;
    // A database that went away or is full says nothing about the work.
    const forGood = lastAttempt && !(error instanceof DatabaseAway && error.lost) && !isStorageFull(error);
    runtime.log.warn(
      { kind: def.name, id: row.id, attempt: row.attempts, traceId: span?.traceId, error: message },
      forGood ? "a job failed for good" : "a job failed and will be tried again",
    );
    await finish(runtime, due, row.lease, {
      state: forGood ? "failed" : "due",
      error: message,
      delay: def.backoffSeconds(row.attempts),
    });
  }
  return true;
}

/** What a run's commands are once-only by: the tries of one round share it, a row that was scheduled anew begins afresh. */
const stepKey = (name: string, { id, key, round }: Row): string => `job:${name}:${id}:${key}${round > 0 ? `:${round}` : ""}`;

// A run ends only what its own lease holds: one that scheduled itself anew has moved the row back to "due", and another worker may be at it already.
const end = `update job set state = $3, last_error = nullif($4, ''), lease_until = null,
  due_at = case when $3 = 'due' then clock_timestamp() + make_interval(secs => $5) else due_at end,
  finished_at = case when $3 = 'due' then null else clock_timestamp() end
  where company_id = $1::bigint and id = $2 and state = 'running' and lease_until = $6::timestamptz returning id`;

type End = { state: "done" | "failed" | "due"; error?: string; delay?: number };

async function finish(runtime: Runtime, due: Due, lease: string, { state, error = "", delay = 0 }: End): Promise<void> {
  await inTenant(runtime, due.company_id, end, [due.company_id, due.id, state, error.slice(0, 500), delay, lease]);
}

// One round trip, one implicit transaction. Not waiting for the disk is safe here: after a crash of the database the row is as it was, and the job runs again.
const prelude = `select set_config('app.company_id', $1, true), set_config('synchronous_commit', 'off', true)`;

async function inTenant<R>(runtime: Runtime, companyId: string, text: string, values: unknown[]): Promise<R | undefined> {
  const { rows } = await onClient(take(runtime.pool), (client) => send(client, [statement(prelude, [companyId])], statement(text, values)));
  return rows[0] as R | undefined;
}

/** Everything due now by the database's clock, or by then, run here and now; for tests and for `sweep` commands. Answers how many ran. */
export async function runDue(runtime: Runtime, jobs: readonly AnyJob[], at?: Date): Promise<number> {
  const byName = new Map(jobs.map((def) => [def.name, def as unknown as JobDef<unknown>]));
  const { rows } = await runtime.pool.query<Due>("select * from kit_jobs_due(coalesce($1::timestamptz, clock_timestamp()), 1000)", [at]);
  let ran = 0;
  for (const due of rows) if (await runJob(runtime, byName, due)) ran++;
  return ran;
}

const sweepEveryMs = 1_000;
/** How much is worked on at once; where other processes of the service are there, here and again of what Redis carries. */
const atOnce = 4;
/** How many rows are looked up at once. */
const most = 200;
/** However often it is woken, so that a burst of due rows is looked up once and not with each row. */
const restMs = 50;
/** For so long a row that was handed over is taken to be on its way; then what carries it may have lost it. */
const underwayMs = 3_000;

/** Remembers what was handed over, so that a waiting row is not handed over again with every sweep. */
function underway() {
  const since = new Map<string, number>();
  const keyOf = ({ company_id, id, attempts }: Due) => `${company_id}-${id}-${attempts}`;
  return {
    add: (rows: readonly Due[]): Due[] => {
      const now = performance.now();
      for (const [key, at] of since) if (now - at > underwayMs) since.delete(key);
      const fresh = rows.filter((due) => !since.has(keyOf(due)));
      for (const due of fresh) since.set(keyOf(due), now);
      return fresh;
    },
    arrived: (due: Due) => void since.delete(keyOf(due)),
  };
}

/**
 * Works off due rows, as many at once as there are hands, oldest first. Where other processes of the service are there, what is beyond that is handed to BullMQ, for
 * whoever has hands; whoever is alone goes without the detour. Redis only carries rows: it may be flushed at any moment, and without it what is due is done all the
 * same, here. What carries is loaded and connected when it is first needed: every process sweeps, so what another one handed over is found here as well.
 */
export function startJobs(runtime: Runtime, jobs: readonly AnyJob[]): { stop: () => Promise<void> } {
  const byName = new Map(jobs.map((def) => [def.name, def as unknown as JobDef<unknown>]));
  const waiting = underway();
  const over = new AbortController();
  const work = (due: Due): Promise<boolean> => {
    waiting.arrived(due);
    const run = () => runJob(runtime, byName, due);
    return runtime.config.role === "work" ? run() : thenRest(run, over.signal);
  };
  const tell = (error: Error) => void runtime.log.warn({ error: error.message }, "sweeping for due work will be tried again");
  const signal = openWakeSignal();
  runtime.wake.on("jobs", signal.ring);
  let queue: JobQueue | undefined;
  let stopped = false;
  /** Found, and not begun yet. */
  let left: Due[] = [];
  /** There is more than that: with the last of them it is time to look again. */
  let more = false;
  const here = new Set<Promise<void>>();
  const takeHere = (): void => {
    const hands = runtime.wake.isAlone() ? 2 * atOnce : atOnce;
    while (!stopped && here.size < hands && left.length > 0) {
      const hand: Promise<void> = workOff(left.shift() as Due).finally(() => {
        here.delete(hand);
        takeHere();
      });
      here.add(hand);
    }
  };
  const workOff = async (due: Due): Promise<void> => {
    const ran = await work(due).catch(tell);
    // What could not run is found again with the next sweep, which is soon enough.
    if (ran && more && left.length === 0) signal.ring();
  };
  const handOver = async (): Promise<void> => {
    if (left.length === 0 || runtime.wake.isAlone()) return;
    queue ??= await (await import("./queue.ts")).openJobQueue(runtime, work, atOnce);
    if (await queue.hand(left)) left = [];
  };
  const loop = (async () => {
    while (!stopped) {
      try {
        more = left.length > 0;
        if (!more) {
          const { rows } = await runtime.pool.query<Due>("select * from kit_jobs_due(clock_timestamp(), $1)", [most]);
          left = waiting.add(rows);
          more = rows.length === most;
        }
        takeHere();
        await handOver();
      } catch (error) {
        if (!stopped) tell(error as Error);
      }
      await pause(restMs);
      await signal.rest(sweepEveryMs);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      over.abort();
      signal.ring();
      await loop;
      await queue?.close();
      await Promise.all(here);
    },
  };
}
