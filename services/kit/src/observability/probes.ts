import type http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { probeMs } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import type { Metrics } from "./metrics.ts";

type Probes = {
  answer: (path: string, response: http.ServerResponse) => boolean;
  observe: (path: string, seconds: number, code: string) => void;
};

/** /healthz (alive), /readyz (what it depends on answers), /metrics (Prometheus). */
export function openProbes(runtimes: readonly Runtime[]): Probes {
  let metrics: Metrics | undefined;
  let opening: Promise<Metrics> | undefined;
  // With the first call or the first question for them: an idle process has nothing to count.
  const open = () => (opening ??= import("./metrics.ts").then(({ openMetrics }) => (metrics = openMetrics(runtimes))));
  const ready = async (): Promise<{ ok: boolean; services: Record<string, Record<string, string>> }> => {
    const states = await Promise.all(runtimes.map(async (runtime) => [runtime.name, await stateOf(runtime)] as const));
    return { ok: states.every(([, { postgres }]) => postgres === "ok" || postgres === "disk full"), services: Object.fromEntries(states) };
  };
  return {
    answer(path, response) {
      if (path === "/healthz") response.writeHead(200).end("ok");
      else if (path === "/readyz")
        void ready().then(({ ok, services }) =>
          response.writeHead(ok ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify({ services })),
        );
      else if (path === "/metrics")
        void open()
          .then((all) => all.render())
          .then(
            ({ type, text }) => response.writeHead(200, { "content-type": type }).end(text),
            () => response.writeHead(503).end(),
          );
      else return false;
      return true;
    },
    observe: (path, seconds, code) => {
      if (metrics) metrics.call(path, seconds, code);
      else void open().then((all) => all.call(path, seconds, code));
    },
  };
}

/** Postgres must answer, if only to reads; without Redis or NATS calls still work and what they carry waits, so those are only told. */
async function stateOf(runtime: Runtime): Promise<Record<string, string>> {
  const [postgres, redis, nats] = await Promise.all([within(asked(runtime)), within(runtime.redisState()), within(runtime.bus.state())]);
  return { postgres, redis, nats, clock: runtime.counters.clockOffAt === undefined ? "ok" : "off" };
}

const within = (state: Promise<string>): Promise<string> =>
  Promise.race([state.catch(() => "away"), pause(probeMs, "away", { ref: false })]);

/** The launcher has the database read only before its disk is full; elsewhere it tells when it refuses a write. */
const onlyRead = "select current_setting('default_transaction_read_only') = 'on' as full";
const believedMs = 15_000;
const lately = ({ counters }: Runtime): boolean => Date.now() - (counters.storageFullAt ?? Number.NEGATIVE_INFINITY) < believedMs;

const asking = new WeakMap<Runtime, Promise<string>>();

/** One question at a time, however many ask: a database that hangs must not take up a connection for each. */
function asked(runtime: Runtime): Promise<string> {
  const known = asking.get(runtime);
  if (known) return known;
  const state = runtime.pool.query<{ full: boolean }>(onlyRead).then(({ rows }) => (rows[0]?.full || lately(runtime) ? "disk full" : "ok"));
  asking.set(runtime, state);
  const done = () => void asking.delete(runtime);
  state.then(done, done);
  return state;
}
