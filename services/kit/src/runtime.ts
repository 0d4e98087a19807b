import { createHash, randomUUID } from "node:crypto";
import type { DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { Redis } from "ioredis";
import type pg from "pg";
import type { Config } from "./config.ts";
import { type Caller, type Ctx, nobody } from "./context.ts";
import type { Deadline } from "./db/deadline.ts";
import { loginRoleOf, schemaOf } from "./db/migrate.ts";
import { openPool } from "./db/pool.ts";
import { type Bus, openBus } from "./events/bus.ts";
import type { Log } from "./observability/log.ts";
import { openTracer, readTraceSettings, type Tracer } from "./observability/tracer.ts";
import type { WhoseTable } from "./permissions/reach.ts";
import { clientFor } from "./rpc/client.ts";
import { openWake, type Wake } from "./wake.ts";

/** What one service runs on: its pool, the bus, Redis, and how it reaches others. */
export type Runtime = {
  name: string;
  config: Config;
  log: Log;
  pool: pg.Pool;
  bus: Bus;
  /** Opened by whoever needs it first; few services do. A command fails at once while Redis is away. */
  redis: () => Promise<Redis>;
  redisState: () => Promise<"ok" | "away" | "unused">;
  /** null when no endpoint for traces is configured. */
  tracer: Tracer | null;
  /** Counts statements and round trips; see /metrics. */
  seen: <T>(answer: Promise<T>) => Promise<T>;
  counters: {
    statements: number;
    /** When a call was last told to come from a clock that differs too much; gone with the next good one. */
    clockOffAt: number | undefined;
    /** When the database last had no room for a write; gone with the next that it had room for. */
    storageFullAt: number | undefined;
  };
  /** Whom the things belong to that requests name. */
  whose: WhoseTable;
  push: (companyId: string, businessId: string, notice: object) => void;
  /** Wakes the relay and the jobs of this service, wherever they run. */
  wake: Wake;
  newRequestId: () => string;
  context: (input: ContextInput) => Ctx;
  close: () => Promise<void>;
};

export type ContextInput = {
  caller: Caller;
  requestId?: string;
  idempotencyKey?: string;
  method?: DescMethod | null;
  fingerprint?: () => Buffer;
  trace?: string;
  deadline?: Deadline;
  responseHeaders?: Record<string, string>;
};

export async function openRuntime(name: string, config: Config, log: Log, whose: WhoseTable = {}): Promise<Runtime> {
  const pool = openPool({
    url: config.postgresUrl,
    user: loginRoleOf(name),
    password: config.dbPassword,
    size: config.poolSize,
    searchPath: schemaOf(name),
    name,
    limits: config.limits,
  });
  const redis = redisOnDemand(name, config);
  const bus = await openBus(config, log);
  const runtime: Runtime = {
    name,
    config,
    log,
    pool,
    bus,
    redis: redis.use,
    redisState: redis.state,
    tracer: await openTracer(name, readTraceSettings(config.env)),
    counters: { statements: 0, clockOffAt: undefined, storageFullAt: undefined },
    whose,
    seen: (answer) => {
      runtime.counters.statements++;
      return answer;
    },
    push: (companyId, businessId, notice) => bus.publishCore(`${config.prefix}.push.${companyId}.${businessId}`, JSON.stringify(notice)),
    wake: openWake(bus, `${config.prefix}.wake.${name}`, config.role !== "serve"),
    newRequestId: () => randomUUID(),
    context: (input) => makeContext(runtime, input),
    close: async () => {
      runtime.wake.close();
      await bus.close();
      await redis.close();
      await pool.end();
      await runtime.tracer?.close();
    },
  };
  return runtime;
}

function redisOnDemand(name: string, { redisUrl, prefix }: Config) {
  let opening: Promise<Redis> | undefined;
  let opened: Redis | undefined;
  const open = async (): Promise<Redis> => {
    const { openRedis, settled } = await import("./jobs/redis.ts");
    opened = openRedis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false, keyPrefix: `${prefix}:${name}:` });
    await settled(opened);
    return opened;
  };
  return {
    use: () => (opening ??= open()),
    state: async () => (opened === undefined ? "unused" : await stateOf(opened)),
    close: async () => void (await opening)?.disconnect(),
  } as const;
}

const stateOf = async (redis: Redis): Promise<"ok" | "away"> =>
  redis.status !== "ready"
    ? "away"
    : await redis.ping().then(
        () => "ok",
        () => "away",
      );

const empty = createHash("sha256").digest();

function makeContext(runtime: Runtime, input: ContextInput): Ctx {
  const { caller } = input;
  const responseHeaders = input.responseHeaders ?? {};
  const clients = new Map<DescService, Client<DescService>>();
  const ctx: Ctx = {
    runtime,
    caller,
    responseHeaders,
    companyId: caller.companyId,
    businessId: caller.businessId,
    requestId: input.requestId ?? runtime.newRequestId(),
    idempotencyKey: input.idempotencyKey ?? "",
    method: input.method ?? null,
    trace: input.trace ?? "",
    deadline: input.deadline ?? null,
    fingerprint: input.fingerprint ?? (() => empty),
    responseHeader: (name, value) => {
      responseHeaders[name] = value;
    },
    client: <S extends DescService>(service: S, at?: string): Client<S> => {
      if (at !== undefined) return clientFor(service, ctx, at);
      const known = clients.get(service) ?? (clientFor(service, ctx) as Client<DescService>);
      clients.set(service, known);
      return known as Client<S>;
    },
  };
  return ctx;
}

export type { DescMessage };
export { nobody };
