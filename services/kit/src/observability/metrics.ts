import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Runtime } from "../runtime.ts";

export type Metrics = {
  call: (path: string, seconds: number, code: string) => void;
  render: () => Promise<{ type: string; text: string }>;
};

export function openMetrics(runtimes: readonly Runtime[]): Metrics {
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
  new Gauge({
    name: "leashline_process_runs",
    help: "Acts of several steps that are not over; those that failed wait for somebody",
    labelNames: ["service", "kind", "state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const runtime of runtimes) {
        const { rows } = await runtime.pool.query<{ kind: string; state: string; n: number }>("select * from kit_processes_open()");
        for (const { kind, state, n } of rows) this.set({ service: runtime.name, kind, state }, n);
      }
    },
  });
  return {
    call: (path, seconds, code) => calls.observe({ rpc: path, code }, seconds),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
