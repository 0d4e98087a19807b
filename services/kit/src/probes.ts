import type http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { probeMs } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import type { Runtime } from "./runtime.ts";

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
    return { ok: states.every(([, state]) => state.postgres === "ok"), services: Object.fromEntries(states) };
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

/** Postgres must answer; without Redis or NATS calls still work and what they carry waits, so those are only told. */
async function stateOf(runtime: Runtime): Promise<Record<string, string>> {
  const [postgres, redis, nats] = await Promise.all([within(asked(runtime)), within(runtime.redisState()), within(runtime.bus.state())]);
  return { postgres, redis, nats, clock: runtime.counters.clockOffAt === undefined ? "ok" : "off" };
}

const within = (state: Promise<string>): Promise<string> =>
  Promise.race([state.catch(() => "away"), pause(probeMs, "away", { ref: false })]);

const asking = new WeakMap<Runtime, Promise<string>>();

/** One question at a time, however many ask: a database that hangs must not take up a connection for each. */
function asked(runtime: Runtime): Promise<string> {
  const known = asking.get(runtime);
  if (known) return known;
  const state = runtime.pool.query("select 1").then(() => "ok");
  asking.set(runtime, state);
  const done = () => void asking.delete(runtime);
  state.then(done, done);
  return state;
}
