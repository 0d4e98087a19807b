import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Config, readConfig, serviceUrl } from "./config.ts";
import type { JobDef } from "./db/job.ts";
import { columnName } from "./db/kysely.ts";
import { startTidying } from "./db/tidy.ts";
import { type Consumer, startConsumers } from "./events/consumer.ts";
import { startRelay } from "./events/relay.ts";
import { startJobs } from "./jobs/worker.ts";
import { openLog } from "./observability/log.ts";
import { openProbes } from "./observability/probes.ts";
import type { WhoseTable } from "./permissions/reach.ts";
import { personalDataRpc } from "./privacy/personal-data.rpc.ts";
import type { PersonalData } from "./privacy/personal-data.ts";
import { operationsRpc } from "./processes/operations.rpc.ts";
import type { AnyProcess } from "./processes/process.ts";
import type { Rebuildable } from "./projections/projection.ts";
import { host, hostService, unhost } from "./rpc/hosted.ts";
import type { RpcGroup } from "./rpc/implement.ts";
import { mustSayWhose } from "./rpc/reach.ts";
import { rpcListener } from "./rpc/server.ts";
import { openRuntime, type Runtime } from "./runtime.ts";

/** What a service is made of; nothing else decides what it does. */
export type ServiceDef = {
  name: string;
  migrations: URL;
  rpcs: readonly RpcGroup[];
  /** Whom the things belong to that requests of its RPCs name; a kind that is named and missing here stops the boot. */
  whose?: WhoseTable;
  consumers?: readonly Consumer[];
  /** What it keeps of other services' facts, in the order in which it is read again. Its own consumers of an event run before them. */
  projections?: readonly Rebuildable[];
  // biome-ignore lint/suspicious/noExplicitAny: jobs of one service carry different payloads
  jobs?: readonly JobDef<any>[];
  /** Acts of several steps that it drives; each brings its job. */
  processes?: readonly AnyProcess[];
  /** What it keeps of clients; brings its listener and its job. */
  personal?: PersonalData;
  /** Checks settings or opens what the service needs besides the kit; answers how to close it. */
  start?: (runtime: Runtime) => Promise<() => Promise<void>>;
  /** Goes on where the service's work is done, beside listeners and jobs. */
  work?: (runtime: Runtime) => Background;
};

type Background = { stop: () => Promise<void> };

export type Running = { port: number; runtimes: Map<string, Runtime>; stop: () => Promise<void> };
export type RunOptions = { config?: Config; port?: number; background?: boolean };

export function defineService(def: ServiceDef): ServiceDef {
  const jobs = [...(def.jobs ?? []), ...(def.processes ?? []).map((each) => each.job), ...(def.personal?.jobs ?? [])];
  const names = jobs.map((j) => j.name);
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled) throw new Error(`The job "${doubled}" is defined twice.`);
  mustSayWhose(def.rpcs, def.whose);
  const projections = def.projections ?? [];
  mustStay(projections, def.personal);
  const heard = def.personal?.consumers ?? [];
  return { ...def, jobs, consumers: [...(def.consumers ?? []), ...heard, ...projections.flatMap((each) => each.consumers)] };
}

/** An event that is heard again would bring back what was erased, were nothing left that tells it from a new one. */
function mustStay(projections: readonly Rebuildable[], personal: PersonalData | undefined): void {
  const going = personal?.places.filter(({ erase }) => erase === "go").map(({ table }) => table) ?? [];
  const lost = projections.find(({ numbered, tables: [own = ""] }) => numbered && going.includes(columnName(own)));
  if (lost) throw new Error(`"${lost.name}" tells what was heard by its rows, and they are erased with a person.`);
}

/** Starts services in this process behind one port. */
export async function start(defs: readonly ServiceDef[], options: RunOptions = {}): Promise<Running> {
  const config = options.config ?? readConfig();
  const parts = await Promise.all(defs.map((def) => open(def, config)));
  const probes = openProbes(parts.map((part) => part.runtime));
  const served = config.role === "work" ? [] : [...parts.map(({ def, runtime }) => ({ runtime, groups: def.rpcs })), ...operations(parts)];
  const server = http.createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 60_000 },
    rpcListener(served, probes.answer, probes.observe),
  );
  for (const { runtime, groups } of served)
    for (const group of groups) for (const endpoint of group.endpoints) host(config, endpoint.path, { runtime, endpoint });
  const works = config.role !== "serve" && options.background !== false;
  for (const { def } of parts) hostService(config, def.name);
  const background = works ? parts.flatMap(({ def, runtime }) => startWork(def, runtime)) : [];
  const port = options.port ?? listenPort(defs[0]?.name ?? "", config.env);
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, config.env.LEASHLINE_LISTEN ?? "127.0.0.1", resolve),
  );
  server.on("error", (error) => parts[0]?.runtime.log.error({ error: error.message }, "the server had a fault"));
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    unhost(config);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 5_000).unref();
    });
    await Promise.all(background.map((b) => b.stop()));
    await Promise.all(parts.map((part) => part.close()));
  };
  return {
    port: (server.address() as AddressInfo).port,
    runtimes: new Map(parts.map((p) => [p.def.name, p.runtime])),
    stop: () => (stopping ??= stop()),
  };
}

/** Where others find the first service; who only works is found by nobody and may be told another port. */
const listenPort = (first: string, env: Config["env"]): number => Number(env.LEASHLINE_LISTEN_PORT || new URL(serviceUrl(first, env)).port);

/** The same calls at every process; the first service's runtime answers for all, each request names its own. */
function operations(parts: readonly Part[]): { runtime: Runtime; groups: readonly RpcGroup[] }[] {
  const [first] = parts;
  const operated = parts.map(({ def, runtime }) => ({
    name: def.name,
    projections: def.projections ?? [],
    processes: def.processes ?? [],
    personal: def.personal,
    runtime,
  }));
  return first ? [{ runtime: first.runtime, groups: [operationsRpc(operated), personalDataRpc(operated)] }] : [];
}

/** What goes on beside the calls: the relay, listeners, jobs, tidying up. */
const startWork = (def: ServiceDef, runtime: Runtime): Background[] => [
  startRelay(runtime),
  startTidying(runtime),
  ...(def.consumers?.length ? [startConsumers(runtime, def.consumers)] : []),
  ...(def.jobs?.length ? [startJobs(runtime, def.jobs)] : []),
  ...(def.work ? [def.work(runtime)] : []),
];

type Part = { def: ServiceDef; runtime: Runtime; close: () => Promise<void> };
async function open(def: ServiceDef, config: Config): Promise<Part> {
  const runtime = await openRuntime(def.name, config, openLog(def.name, config.logLevel), def.whose);
  const closeOwn = def.start ? await def.start(runtime) : async () => undefined;
  return {
    def,
    runtime,
    close: async () => {
      await closeOwn();
      await runtime.close();
    },
  };
}

/** The whole life of a process: start, tell, stop gracefully on SIGTERM or SIGINT. */
export async function run(defs: readonly ServiceDef[]): Promise<void> {
  try {
    const running = await start(defs);
    const log = running.runtimes.get(defs[0]?.name ?? "")?.log;
    log?.info({ port: running.port, services: defs.map((d) => d.name) }, "listening");
    const stop = () => void running.stop().then(() => process.exit(0));
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
