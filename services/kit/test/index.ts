import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { DescService } from "@bufbuild/protobuf";
import { type Client, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import pg from "pg";
import { type Config, readConfig } from "../src/config.ts";
import { type Caller, type Ctx, contextHeader, nobody, signCaller } from "../src/context.ts";
import { fromConnectError, type Refusal } from "../src/errors.ts";
import { runDue } from "../src/jobs/worker.ts";
import { implement, type RpcGroup } from "../src/rpc/implement.ts";
import type { Runtime } from "../src/runtime.ts";
import { type Running, type ServiceDef, start } from "../src/service.ts";
import { nameless } from "./tenancy.ts";

export * from "./break-off.ts";
export { type SeenSpan, startCollector } from "./collector.ts";
export { type DnsServer, startDns } from "./dns-server.ts";
export { type Way, wayTo } from "./hanging.ts";
export { pageText } from "./page-text.ts";

export type TestServers = {
  running: Running;
  config: Config;
  url: string;
  /** A real client through the real checks; the caller defaults to the owner of company 1, business 1. */
  client: <S extends DescService>(service: S, caller?: Partial<Caller>, options?: { idempotencyKey?: string }) => Client<S>;
  runtime: (service: string) => Runtime;
  /** The database as a superuser, for looking at what was stored. */
  admin: pg.Pool;
  /** Runs what is due at a time, in one service, and waits for what its own worker had taken just before. */
  runDue: (service: string, at?: Date) => Promise<number>;
  stop: () => Promise<void>;
};

export const owner: Caller = {
  ...nobody,
  kind: "staff",
  accountId: "1",
  sessionId: "1",
  companyId: "1",
  businessId: "1",
  businessIds: ["1"],
  staffId: "1",
  employeeCategory: 1,
  permissions: "all",
  zone: "America/Los_Angeles",
  currency: "USD",
  country: "US",
  name: "Olive Owner",
};

/** Some RPCs of a neighbour of the service under test; the rest of it is not there, nor does it hold anybody to their reach. */
export function partOf<S extends DescService>(desc: S, handlers: Record<string, (request: never, ctx: Ctx) => Promise<unknown>>): RpcGroup {
  const absent = () => Promise.reject(new Error("not part of this test"));
  const { service, endpoints } = implement(desc, new Proxy(handlers, { get: (known, name: string) => known[name] ?? absent }) as never);
  return { service, endpoints: endpoints.map((endpoint) => ({ ...endpoint, places: [] })) };
}

const longestWaitMs = 5_000;

/** What somebody else runs is not waited for without end: a test may hold a job on purpose. */
async function nothingRuns(admin: pg.Pool, service: string): Promise<void> {
  const running = `select from "${service.replaceAll("-", "_")}".job where state = 'running' and lease_until > clock_timestamp() limit 1`;
  const until = performance.now() + longestWaitMs;
  while (performance.now() < until && (await admin.query(running)).rowCount) await pause(10);
}

/** Tests let time pass by statements of their own, which wake nobody. */
const wakeEveryMs = 100;

/** Starts services on a database of their own, cloned from the migrated template, with the real Redis and NATS under a prefix of their own. */
export async function startServers(
  defs: readonly ServiceDef[],
  { background = true }: { background?: boolean } = {},
): Promise<TestServers> {
  const id = randomBytes(5).toString("hex");
  const adminUrl = new URL(process.env.LEASHLINE_POSTGRES_ADMIN_URL ?? "");
  const database = `t_${id}`;
  await cloneTemplate(adminUrl.toString(), database);
  adminUrl.pathname = `/${database}`;
  const url = new URL(process.env.LEASHLINE_POSTGRES_URL ?? "");
  url.pathname = `/${database}`;
  const config = readConfig({
    ...process.env,
    LEASHLINE_POSTGRES_URL: url.toString(),
    LEASHLINE_PREFIX: `t${id}`,
    LEASHLINE_LOG: process.env.LEASHLINE_LOG ?? "error",
    LEASHLINE_DB_POOL: process.env.LEASHLINE_DB_POOL ?? "12",
  });
  const running = await start(defs, { config, port: 0, background });
  for (const def of defs) config.env[`LEASHLINE_${def.name.replaceAll("-", "_").toUpperCase()}_URL`] = `http://127.0.0.1:${running.port}`;
  const admin = new pg.Pool({ connectionString: adminUrl.toString(), max: 4 });
  admin.on("error", () => undefined);
  const runtime = (service: string): Runtime => {
    const found = running.runtimes.get(service);
    if (!found) throw new Error(`${service} was not started here.`);
    return found;
  };
  const waking = setInterval(() => {
    for (const { wake } of running.runtimes.values()) wake.ring("jobs");
  }, wakeEveryMs);
  return {
    running,
    config,
    admin,
    runtime,
    url: `http://127.0.0.1:${running.port}`,
    client: (service, caller = {}, options = {}) =>
      clientAt(`http://127.0.0.1:${running.port}`, config, service, { ...owner, ...caller }, options.idempotencyKey),
    runDue: async (service, at) => {
      const ran = await runDue(runtime(service), defs.find((d) => d.name === service)?.jobs ?? [], at);
      await nothingRuns(admin, service);
      return ran;
    },
    stop: async () => {
      clearInterval(waking);
      const found = await Promise.all([...running.runtimes.values()].map(nameless));
      await running.stop();
      await admin.end();
      await dropDatabase(database);
      if (found.flat().length > 0) throw new Error(`These statements do not name the company of every table:\n${found.flat().join("\n")}`);
    },
  };
}

async function cloneTemplate(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let tries = 0; ; tries++) {
      try {
        await client.query(`create database ${database} template ${process.env.LEASHLINE_TEST_TEMPLATE}`);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== "55006" || tries > 40) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  } finally {
    await client.end();
  }
}

async function dropDatabase(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.LEASHLINE_POSTGRES_ADMIN_URL });
  await client.connect();
  await client.query(`drop database if exists ${database} with (force)`);
  await client.end();
}

/** A stock Connect client that carries a signed caller, as the gateway would. */
export function clientAt<S extends DescService>(url: string, config: Config, service: S, caller: Caller, idempotencyKey = ""): Client<S> {
  const transport = createConnectTransport({
    baseUrl: url,
    httpVersion: "1.1",
    useBinaryFormat: true,
    interceptors: [
      (next) => (request) => {
        request.header.set(contextHeader, signCaller(caller, config.signingKey));
        if (idempotencyKey) request.header.set("idempotency-key", idempotencyKey);
        return next(request);
      },
    ],
  });
  return createClient(service, transport);
}

/** The refusal a call answered with; fails the test when it did not refuse. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    const refusal = fromConnectError(error);
    if (refusal) return refusal;
    throw error;
  }
  throw new Error("The call was expected to be refused, and was not.");
}

/** Waits until something holds; looks again and again rather than sleeping for a guess. */
export async function eventually<T>(look: () => Promise<T>, { withinMs = 10_000 } = {}): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
