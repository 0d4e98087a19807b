import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { Topic } from "@leashline/proto/topics.gen.ts";
import type { Compilable } from "kysely";
import type { Ctx } from "../context.ts";
import { traced } from "../observability/tracer.ts";
import { inTime, takeInTime, timeLimit } from "./deadline.ts";
import type { JobDef } from "./job.ts";
import { gathering, kyselyOn, type Line, type Statement, sendAll, type TenantDb } from "./kysely.ts";
import { schemaOf } from "./migrate.ts";
import { onClient } from "./pool.ts";
import { readPrelude, settingsOf } from "./tenant.ts";
import { Transaction } from "./transaction.ts";

/** What a command may do besides writing rows; all of it commits with the rows or not at all. */
export type Tx<DB> = {
  db: TenantDb<DB>;
  ctx: Ctx;
  /** The same transaction for something else that asked for it: an event of its own, with its own actor. */
  as(ctx: Ctx): Tx<DB>;
  /** A write whose answer nobody needs. Goes with the next statement, so that several are one trip. */
  write(query: Compilable): void;
  /** Done once before the commit for all that was given, however often it was asked for: what many events of one transaction need once. */
  together<I>(work: (tx: Tx<DB>, items: I[]) => Promise<unknown>, item: I): void;
  /** An event for other services, in order per key. */
  emit<D extends DescMessage>(schema: D, event: MessageInitShape<D>, options: { key: string }): void;
  /** One line of the change log that people see and undo reads. */
  log(entry: ChangeEntry): void;
  /** Tells open browsers what changed, after the commit. Lossy by design: it only makes them ask again. */
  notify(topic: Topic, about?: Notice): void;
  /** Work to do at a time. The same kind and key moves the earlier one unless it already ran. Goes with the next statement. */
  schedule<P>(job: JobDef<P>, work: { key: string; dueAt: Date; payload: P; businessId?: string }): void;
  unschedule<P>(job: JobDef<P>, key: string): void;
  /**
   * Takes locks in one fixed order, so that two commands never wait for each other crosswise. Held until commit. They go with the next statement, which
   * begins when they are held.
   */
  lock(keys: readonly string[]): void;
  /** Runs after the commit in this process; for things that may be lost. */
  afterCommit(fn: () => void): void;
};

export type ChangeEntry = {
  entity: string;
  id: string;
  action: string;
  before?: unknown;
  after?: unknown;
  note?: string;
  businessId?: string;
  /** Overrides who did it, for example "Client". */
  actorName?: string;
};
/** Names what changed and shows nothing of it. What ids mean, and the two marks, topics.proto says. */
export type Notice = { businessId?: string; ids?: string[]; dates?: string[]; over?: boolean; tell?: boolean };
export type CommandOptions = {
  /** Names one of several commands of a call; each is once-only by itself and answers with plain JSON. */
  step?: string;
};

/** Settings of the server, as `set_config` takes them. */
export type Settings = Readonly<Record<string, string>>;

export type DatabaseAccess<DB> = {
  /** Each trip is a transaction by itself; the settings hold in every one of them. */
  query: <T>(ctx: Ctx, fn: (db: TenantDb<DB>) => Promise<T>, settings?: Settings) => Promise<T>;
  command: <T>(ctx: Ctx, fn: (tx: Tx<DB>) => Promise<T>, options?: CommandOptions) => Promise<T>;
};

/** A migration changed what a known statement answers; it has been forgotten and is parsed anew. */
const rowsChanged = "0A000";

/** The two ways into a service's database. There is no third. */
export function databaseAccess<DB>(): DatabaseAccess<DB> {
  return {
    query: (ctx, fn, settings) => inSpan(ctx, "query", "", () => inTime(ctx, () => read(ctx, fn, settings))),
    command(ctx, fn, options = {}) {
      const step = options.step ?? "";
      return inSpan(ctx, "command", step, () => inTime(ctx, () => new Transaction<DB>(ctx, step).run(fn)));
    },
  };
}

async function read<DB, T>(ctx: Ctx, fn: (db: TenantDb<DB>) => Promise<T>, settings?: Settings): Promise<T> {
  return await onClient(takeInTime(ctx), async (client) => {
    const prelude = [...readPrelude(ctx.companyId), ...(settings ? [settingsOf(settings)] : [])];
    const once = (mains: readonly Statement[]) => sendAll(client, [...prelude, ...timeLimit(ctx)], mains);
    const again = (error: Error & { code?: string }, mains: readonly Statement[]) =>
      error.code === rowsChanged ? once(mains) : Promise.reject(error);
    const gathered = gathering((mains) => ctx.runtime.seen(once(mains).catch((error) => again(error, mains))));
    const line: Line = { run: gathered.ask };
    return await fn(kyselyOn<DB>(line, ctx.companyId)).finally(gathered.end);
  });
}

/** Names the door and who went through it; never a statement or a value. */
function inSpan<T>({ runtime, trace }: Ctx, door: "query" | "command", step: string, run: () => Promise<T>): Promise<T> {
  if (!runtime.tracer) return run();
  const facts = {
    "db.system.name": "postgresql",
    "db.namespace": schemaOf(runtime.name),
    "db.operation.name": step ? `${door} ${step}` : door,
  };
  return traced(runtime.tracer, { kind: "client", name: `${runtime.name} ${door}`, parent: trace, facts }, run);
}
