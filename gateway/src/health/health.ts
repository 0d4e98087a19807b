import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { probeMs } from "@leashline/kit/limits.ts";
import type { FastifyInstance } from "fastify";
import { clientIp } from "../identity/client-ip.ts";
import type { FileStates } from "../object-storage/states.ts";
import type { Observer } from "../observability/observer.ts";
import type { Notices } from "../push/notices.ts";
import type { Upstreams } from "../upstream/upstream.ts";

export interface HealthParts {
  domains: readonly string[];
  upstreams: Upstreams;
  notices: Notices;
  redisState: () => Promise<string>;
  fileStates: FileStates;
  observer: Observer;
}

/** /healthz: alive. /readyz: 200 while calls are taken, with the state of every service and of what calls can do without. /metrics: Prometheus, for this machine and its network only. */
export function serveHealth(app: FastifyInstance, parts: HealthParts): void {
  app.get("/healthz", async (_, reply) => reply.type("text/plain").send("ok"));
  const readiness = shared(() => look(parts));
  app.get("/readyz", async (_, reply) => reply.header("cache-control", "no-store").send(await readiness()));
  app.get("/metrics", async (request, reply) => {
    if (!fromInside(request.raw)) return reply.code(404).type("text/plain").send("There is nothing here.");
    const { type, text } = await parts.observer.render();
    return reply.type(type).send(text);
  });
}

// A service says within one probe's time how it is; its own answer takes some more.
const waitMs = probeMs * 1.5;

const inside = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd])/;

/** Asked directly from this machine or its private network. What came through a proxy comes from outside. */
function fromInside(request: IncomingMessage): boolean {
  return request.headers["x-forwarded-for"] === undefined && inside.test(clientIp(request, 0));
}

/**
 * A gateway is ready while it takes calls: what is away behind it is away behind every other gateway as well, and is told to whoever calls for it. So this
 * says how the others are, and asks nothing of them.
 */
async function look(parts: HealthParts) {
  const [states, redis, nats, files] = await Promise.all([
    Promise.all(parts.domains.map(async (domain) => [domain.replaceAll("_", "-"), await stateOf(parts.upstreams.url(domain))] as const)),
    within(parts.redisState()),
    within(parts.notices.state()),
    parts.fileStates(),
  ]);
  const services = Object.fromEntries(states);
  const others = { redis, nats, ...files };
  const whole = [...Object.values(services), ...Object.values(others)].every((state) => ["ready", "ok", "unused"].includes(state));
  return { state: whole ? "ready" : "degraded", services, ...others };
}

const within = (state: Promise<string>): Promise<string> =>
  Promise.race([state.catch(() => "away"), pause(probeMs, "away", { ref: false })]);

const askAgainAfterMs = 500;

/** One look at a time, believed for a moment: however many ask, the services are asked a few times a second at most. */
function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  const forget = () => void setTimeout(() => (last = undefined), askAgainAfterMs).unref();
  return () => {
    if (!last) {
      last = look();
      last.then(forget, forget);
    }
    return last;
  };
}

async function stateOf(url: URL): Promise<string> {
  try {
    const response = await fetch(new URL("/readyz", url), { signal: AbortSignal.timeout(waitMs) });
    const body = await response.text();
    if (body.includes('"clock":"off"')) return "clock off";
    if (body.includes('"postgres":"disk full"')) return "disk full";
    return response.ok ? "ready" : "not ready";
  } catch {
    return "away";
  }
}
