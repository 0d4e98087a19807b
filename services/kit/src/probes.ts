import type http from "node:http";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Runtime } from "./runtime.ts";

type Probes = {
  answer: (path: string, response: http.ServerResponse) => boolean;
  observe: (path: string, seconds: number, code: string) => void;
};

/** /healthz (alive), /readyz (what it depends on answers), /metrics (Prometheus). */
export function openProbes(runtimes: readonly Runtime[]): Probes {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: "leashline_rpc_seconds",
    help: "Time per call",
    labelNames: ["rpc", "code"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: "leashline_outbox_waiting",
    help: "Events not yet on the stream",
    labelNames: ["service"],
    registers: [registry],
    async collect() {
      for (const runtime of runtimes) {
        const { rows } = await runtime.pool.query("select count(*)::int as n from kit_outbox_unpublished(10000)");
        this.set({ service: runtime.name }, rows[0].n);
      }
    },
  });
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
        void registry.metrics().then(
          (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
          () => response.writeHead(503).end(),
        );
      else return false;
      return true;
    },
    observe: (path, seconds, code) => calls.observe({ rpc: path, code }, seconds),
  };
}

/** Postgres must answer; without Redis or NATS calls still work and what they carry waits, so those are only told. */
async function stateOf(runtime: Runtime): Promise<Record<string, string>> {
  const postgres = await runtime.pool.query("select 1").then(
    () => "ok",
    () => "away",
  );
  return { postgres, redis: runtime.redis.status === "ready" ? "ok" : "away", nats: runtime.bus.connected() ? "ok" : "away" };
}
