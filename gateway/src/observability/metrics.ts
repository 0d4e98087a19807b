import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Observer } from "./observer.ts";

/** The counters of a gateway at work. The hot path touches prepared children only. */
export function openCounters(): Observer {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "leashline_gateway_rpc_seconds",
    help: "Time per call, the owning service included",
    labelNames: ["rpc"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const answers = new Counter({
    name: "leashline_gateway_answers_total",
    help: "Answers by HTTP status class; refused: by the gateway itself",
    labelNames: ["kind"],
    registers,
  });
  const sockets = new Gauge({ name: "leashline_gateway_sockets", help: "Open websockets", registers });
  const drops = new Counter({
    name: "leashline_gateway_dropped_total",
    help: "Sockets and notices dropped",
    labelNames: ["reason"],
    registers,
  });
  const timers = new WeakMap<ContractMethod, ReturnType<typeof seconds.labels>>();
  const kinds = {
    ok: answers.labels("ok"),
    client: answers.labels("client"),
    refused: answers.labels("refused"),
    fault: answers.labels("fault"),
  };
  return {
    call(method, status, ms) {
      let timer = timers.get(method);
      if (!timer) {
        timer = seconds.labels(method.path.slice(1));
        timers.set(method, timer);
      }
      timer.observe(ms / 1000);
      if (status < 400) kinds.ok.inc();
      else if (status === 499) kinds.refused.inc();
      else (status < 500 ? kinds.client : kinds.fault).inc();
    },
    socket: (change) => sockets.inc(change),
    dropped: (reason) => drops.inc({ reason }),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
