import http, { type IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { clientIp } from "../identity/client-ip.ts";
import type { Notices } from "../push/notices.ts";
import type { FileStates } from "../uploads/states.ts";
import type { Upstreams } from "../upstream/upstream.ts";
import type { Observer } from "./observer.ts";

export interface HealthParts {
  domains: readonly string[];
  upstreams: Upstreams;
  notices: Notices;
  redisState: () => string;
  fileStates: FileStates;
  observer: Observer;
}

/** /healthz: alive. /readyz: 200 when every service is ready, with the state of each and of what calls can do without. /metrics: Prometheus, for this machine and its network only. */
export function serveHealth(app: FastifyInstance, parts: HealthParts): void {
  app.get("/healthz", async (_, reply) => reply.type("text/plain").send("ok"));
  app.get("/readyz", async (_, reply) => {
    const { ready, body } = await readiness(parts);
    return reply
      .code(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send(body);
  });
  app.get("/metrics", async (request, reply) => {
    if (!fromInside(request.raw)) return reply.code(404).type("text/plain").send("There is nothing here.");
    const { type, text } = await parts.observer.render();
    return reply.type(type).send(text);
  });
}

const inside = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd])/;

/** Asked directly from this machine or its private network. What came through a proxy comes from outside. */
function fromInside(request: IncomingMessage): boolean {
  return request.headers["x-forwarded-for"] === undefined && inside.test(clientIp(request, 0));
}

async function readiness(parts: HealthParts) {
  const [states, files] = await Promise.all([
    Promise.all(parts.domains.map(async (domain) => [domain.replaceAll("_", "-"), await stateOf(parts.upstreams.url(domain))] as const)),
    parts.fileStates(),
  ]);
  // Calls are served without these: rates are then counted per gateway, pages are not told of changes, and files wait or are refused for a while.
  const others = { redis: parts.redisState(), nats: parts.notices.connected ? "ok" : "away", ...files };
  const ready = states.every(([, state]) => state === "ready");
  const whole = Object.values(others).every((state) => state === "ok" || state === "unused");
  return { ready, body: { state: ready ? (whole ? "ready" : "degraded") : "waiting", services: Object.fromEntries(states), ...others } };
}

const askAgainAfterMs = 500;
const lastReady = new WeakMap<URL, number>();

/** A service that said so is believed for a moment: while others start, whoever waits asks many times a second. */
async function stateOf(url: URL): Promise<string> {
  if (performance.now() - (lastReady.get(url) ?? Number.NEGATIVE_INFINITY) < askAgainAfterMs) return "ready";
  const status = await statusOf(new URL("/readyz", url));
  if (status === 200) lastReady.set(url, performance.now());
  return status === 0 ? "away" : status === 200 ? "ready" : "not ready";
}

/** The status of the answer, 0 without one. */
function statusOf(url: URL): Promise<number> {
  return new Promise((resolve) => {
    const call = http.get(url, { timeout: 2_000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on("timeout", () => call.destroy());
    call.on("error", () => resolve(0));
  });
}
