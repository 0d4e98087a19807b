import { create, type DescMessage, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type pg from "pg";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import type { Work } from "../wake.ts";
import type { Tx } from "./access.ts";
import { DatabaseAway } from "./away.ts";
import { takeInTime, timeLimit } from "./deadline.ts";
import { isFull, isNoRoom, storageFull } from "./full.ts";
import { cancelJob, carrying, type JobDef, upsertJob } from "./job.ts";
import { changesOf, claimKey, type Entry, eventsOf, notice, storeAnswer, storedAnswer, type Written } from "./journal.ts";
import { type Gathering, gathering, kyselyOn, type Result, type Statement, send, sendAll, statement } from "./kysely.ts";
import { onClient } from "./pool.ts";
import { commit, rollback, tenantOf, writePrelude } from "./tenant.ts";

const takeLocks = `select pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest($1::text[]) k`;

type Once<DB> = (tx: Tx<DB>, items: unknown[]) => Promise<unknown>;
type Answer = { method: string; fingerprint: Buffer; response: Buffer | null };

const keyTaken = () => fail("IDEMPOTENCY_KEY_REUSED", { field: "Idempotency-Key" });

/** One command: begin, tenant and the claim of its key travel with the first statement, locks and jobs with the next one, events, log and the stored answer with the commit. */
export class Transaction<DB> {
  readonly #ctx: Ctx;
  readonly #step: string;
  /** Whose key it is and the key, in front of the step. */
  readonly #call: string;
  readonly #key: string;
  readonly #events: Written[] = [];
  readonly #changes: Entry[] = [];
  readonly #pending: Statement[] = [];
  #queued: Statement[] = [];
  readonly #after: (() => void)[] = [];
  readonly #wakes = new Set<Work>();
  readonly #locked = new Set<string>();
  readonly #together = new Map<Once<DB>, unknown[]>();
  #client: pg.PoolClient | undefined;
  #prelude: Statement[];
  #broken = false;
  /** Whether the key is still to be claimed, is being claimed, is this command's own or another's; a command without one claims none. */
  #claim: "due" | "asked" | "held" | "lost" | "none";
  #claimed: Promise<readonly Result[]> | undefined;
  readonly #gathered: Gathering;

  constructor(ctx: Ctx, step: string) {
    this.#ctx = ctx;
    this.#step = step;
    this.#gathered = gathering((mains) => this.#send(mains));
    this.#prelude = writePrelude(ctx.companyId);
    const who = ctx.caller.accountId !== "0" ? `a${ctx.caller.accountId}` : ctx.caller.kind === "apiKey" ? `k${ctx.caller.sessionId}` : "";
    this.#call = `${who}|${ctx.idempotencyKey}`;
    this.#key = ctx.idempotencyKey ? `${this.#call}|${step}` : "";
    this.#claim = this.#key ? "due" : "none";
  }

  async run<T>(fn: (tx: Tx<DB>) => Promise<T>): Promise<T> {
    this.#client = await takeInTime(this.#ctx);
    try {
      const result = await fn(this.#tx());
      await this.#finish();
      if (this.#key && this.#claim !== "held") await this.#send([]);
      if (this.#key) this.#pending.push(statement(storeAnswer, [this.#ctx.companyId, this.#key, this.#encode(result)]));
      await this.#commit();
      this.#ctx.runtime.counters.storageFullAt = undefined;
      for (const work of this.#wakes) this.#ctx.runtime.wake.ring(work);
      for (const fn of this.#after) fn();
      return result;
    } catch (error) {
      this.#gathered.end();
      if (error instanceof DatabaseAway && error.lost) this.#broken = true;
      else await this.#rollback();
      const earlier = this.#mayRepeat(error) ? await this.#answered<T>() : undefined;
      if (earlier !== undefined) return earlier;
      if (!isNoRoom(error)) throw error;
      if (isFull(error)) this.#ctx.runtime.counters.storageFullAt = Date.now();
      throw storageFull();
    } finally {
      this.#client.release(this.#broken);
    }
  }

  /** What was put off until all is there; it may put off more. */
  async #finish(): Promise<void> {
    for (const [work, items] of this.#together) {
      this.#together.delete(work);
      await work(this.#tx(), items);
    }
  }

  /** What a command did that does not hold its key counts for nothing: where the call was answered before, that is the answer, also if it would be refused by now. */
  #mayRepeat(error: unknown): boolean {
    return this.#claim !== "held" && this.#claim !== "none" && !(error instanceof DatabaseAway) && !isNoRoom(error);
  }

  /** What the first holder of the key was answered, whose commit is waited for; undefined where nobody had it. */
  async #answered<T>(): Promise<T | undefined> {
    const { companyId, method, runtime } = this.#ctx;
    const stored = statement(storedAnswer, [companyId, this.#key]);
    const preludes = [...writePrelude(companyId), ...timeLimit(this.#ctx)];
    this.#prelude = [];
    try {
      const [claimed, { rows }] = (await runtime.seen(sendAll(this.#client as pg.PoolClient, preludes, [this.#claiming(), stored]))) as [
        Result,
        Result,
      ];
      if (claimed.rowCount === 1) return undefined;
      const [row] = rows as Answer[];
      const name = method ? `${method.parent.typeName}/${method.name}` : "";
      if (!row?.response || row.method !== name || !row.fingerprint.equals(this.#ctx.fingerprint())) throw keyTaken();
      return this.#decode<T>(row.response);
    } catch (error) {
      if (error instanceof DatabaseAway && error.lost) this.#broken = true;
      throw error;
    } finally {
      if (!this.#broken) await this.#rollback();
    }
  }

  #claiming(): Statement {
    const { companyId, method } = this.#ctx;
    const name = method ? `${method.parent.typeName}/${method.name}` : "";
    return statement(claimKey, [companyId, this.#key, name, this.#ctx.fingerprint(), this.#call]);
  }

  /** The first trip claims the key, before anything is locked: whoever comes second with it waits there for the first one's commit. Others wait for the first. */
  async #send(mains: readonly Statement[]): Promise<readonly Result[]> {
    if (this.#claim === "due") {
      this.#claim = "asked";
      this.#claimed = this.#trip([this.#claiming(), ...this.#queued.splice(0), ...mains]);
      const [claimed, ...results] = await this.#claimed;
      this.#claim = claimed?.rowCount === 1 ? "held" : "lost";
      if (this.#claim === "held") return results.slice(results.length - mains.length);
    }
    if (this.#claim === "asked") await this.#claimed;
    if (this.#claim === "lost") throw keyTaken();
    return mains.length > 0 ? await this.#trip(mains) : [];
  }

  async #trip(mains: readonly Statement[]): Promise<readonly Result[]> {
    const preludes = [...this.#prelude, ...timeLimit(this.#ctx), ...this.#queued];
    this.#prelude = [];
    this.#queued = [];
    return await this.#ctx.runtime.seen(sendAll(this.#client as pg.PoolClient, preludes, mains));
  }

  #encode(result: unknown): Buffer {
    const { method } = this.#ctx;
    if (this.#step || !method) return Buffer.from(JSON.stringify(result ?? null));
    return Buffer.from(toBinary(method.output, create(method.output, (result ?? {}) as never)));
  }

  #decode<T>(stored: Buffer): T {
    const { method } = this.#ctx;
    if (this.#step || !method) return JSON.parse(stored.toString()) as T;
    return fromBinary(method.output, stored) as T;
  }

  /** Where nothing has been sent yet, everything goes in one trip, which is a transaction by itself. */
  async #commit(): Promise<void> {
    const { companyId } = this.#ctx;
    this.#gathered.end();
    const told = [...eventsOf(companyId, this.#events), ...changesOf(companyId, this.#changes), ...this.#pending];
    const work = [...this.#queued, ...told];
    const isBegun = this.#prelude.length === 0;
    const last = isBegun ? commit : work.pop();
    if (!last) return;
    const preludes = [...(isBegun ? [] : [tenantOf(companyId)]), ...timeLimit(this.#ctx), ...work];
    this.#prelude = [];
    const result = await this.#ctx.runtime.seen(send(this.#client as pg.PoolClient, preludes, last));
    if (isBegun && result.command !== "COMMIT") throw new Error("The transaction was rolled back by an earlier error that nobody rethrew.");
    if (this.#ctx.deadline) this.#ctx.deadline.until = Number.POSITIVE_INFINITY;
  }

  async #rollback(): Promise<void> {
    this.#queued = [];
    if (this.#prelude.length > 0) return;
    this.#prelude = writePrelude(this.#ctx.companyId);
    try {
      await send(this.#client as pg.PoolClient, [], rollback);
    } catch {
      this.#broken = true;
    }
  }

  #tx(ctx: Ctx = this.#ctx): Tx<DB> {
    const { companyId, caller } = ctx;
    const db = kyselyOn<DB>({ run: this.#gathered.ask }, companyId);
    return {
      db,
      ctx,
      as: (other) => this.#tx(other),
      together: <I>(work: (tx: Tx<DB>, items: I[]) => Promise<unknown>, item: I) => {
        const items = this.#together.get(work as Once<DB>) ?? [];
        items.push(item);
        this.#together.set(work as Once<DB>, items);
      },
      write: (query) => {
        const { sql, parameters } = query.compile();
        this.#queued.push(statement(sql, parameters));
      },
      emit: <D extends DescMessage>(schema: D, event: MessageInitShape<D>, { key }: { key: string }) => {
        const payload = Buffer.from(toBinary(schema, create(schema, event)));
        const { trace } = ctx;
        const actor = JSON.stringify({
          name: caller.name,
          staffId: caller.staffId,
          businessId: caller.businessId,
          ...(trace && { trace }),
        });
        this.#events.push({ key, type: schema.typeName, payload, actor });
        this.#wakes.add("outbox");
      },
      log: (entry) => void this.#changes.push({ ctx, entry }),
      notify: (topic, about = {}) => this.#after.push(() => notice(ctx, topic, about)),
      schedule: <P>(job: JobDef<P>, work: { key: string; dueAt: Date; payload: P; businessId?: string }) => {
        this.#queued.push(
          statement(upsertJob, [
            companyId,
            work.businessId ?? ctx.businessId,
            job.name,
            work.key,
            JSON.stringify(carrying(work.payload, ctx.trace)),
            work.dueAt,
          ]),
        );
        if (work.dueAt.getTime() <= Date.now()) this.#wakes.add("jobs");
      },
      unschedule: (job, key) => void this.#queued.push(statement(cancelJob, [companyId, job.name, key])),
      lock: (keys) => {
        // What is held already is held until the commit.
        const sorted = [...new Set(keys)].filter((key) => !this.#locked.has(key)).map((key) => `${companyId}:${key}`);
        for (const key of keys) this.#locked.add(key);
        if (sorted.length > 0) this.#queued.push(statement(takeLocks, [sorted.sort()]));
      },
      afterCommit: (fn) => this.#after.push(fn),
    };
  }
}

/** Statements of which nobody needs an answer but of the last, as a transaction of one trip. */
export async function inOneTrip(ctx: Ctx, before: readonly Statement[], last: Statement): Promise<Result["rows"]> {
  try {
    const preludes = [tenantOf(ctx.companyId), ...timeLimit(ctx), ...before];
    return (await onClient(takeInTime(ctx), (client) => ctx.runtime.seen(send(client, preludes, last)))).rows;
  } catch (error) {
    throw isNoRoom(error) ? storageFull() : error;
  }
}
