import { create, type DescMessage, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type pg from "pg";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import type { Work } from "../wake.ts";
import type { Tx } from "./access.ts";
import { DatabaseAway } from "./away.ts";
import { takeInTime, timeLimit } from "./deadline.ts";
import { isFull, isNoRoom, storageFull } from "./full.ts";
import { carrying, type JobDef } from "./job.ts";
import { changesOf, type Entry, eventsOf, notice, type Written } from "./journal.ts";
import { type Gathering, gathering, kyselyOn, type Result, type Statement, send, sendAll, statement } from "./kysely.ts";
import { onClient } from "./pool.ts";
import { commit, rollback, tenantOf, writePrelude } from "./tenant.ts";

// A key's rows, one for each step, stand beside each other: a row of another call under it, whatever step that wrote, leaves nothing to claim. The span is
// for the index; a database that sorts signs in another way may put other keys there, so the beginning is compared too.
const claimKey = `insert into idempotency (company_id, key, method, fingerprint) select $1::bigint, $2::text, $3::text, $4::bytea where not exists (
    select 1 from idempotency other where other.company_id = $1 and other.key >= $5 || '|' and other.key < $5 || '}'
      and starts_with(other.key, $5 || '|') and position('|' in substr(other.key, length($5) + 2)) = 0 and (other.method <> $3 or other.fingerprint <> $4)
  ) on conflict do nothing`;
const storedAnswer = `select method, fingerprint, response from idempotency where company_id = $1 and key = $2`;
const storeAnswer = `update idempotency set response = $3 where company_id = $1 and key = $2`;
const upsertJob = `insert into job (company_id, business_id, kind, key, payload, due_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (company_id, kind, key) do update set payload = excluded.payload, due_at = excluded.due_at, state = 'due', attempts = 0, last_error = null, lease_until = null, finished_at = null,
    round = job.round + 1
  where job.state <> 'done' or job.due_at <> excluded.due_at`;
export const cancelJob = `update job set state = 'cancelled', finished_at = clock_timestamp() where company_id = $1 and kind = $2 and key = $3 and state = 'due'`;
const takeLocks = `select pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest($1::text[]) k`;

type Once<DB> = (tx: Tx<DB>, items: unknown[]) => Promise<unknown>;
type Answer = { method: string; fingerprint: Buffer; response: Buffer | null };

/** One command: begin and tenant travel with the first statement, locks and jobs with the next one, events, log and the stored answer with the commit. */
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
  readonly #together = new Map<Once<DB>, unknown[]>();
  #client: pg.PoolClient | undefined;
  #prelude: Statement[];
  #broken = false;
  readonly #gathered: Gathering;

  constructor(ctx: Ctx, step: string) {
    this.#ctx = ctx;
    this.#step = step;
    this.#gathered = gathering((mains) => ctx.runtime.seen(sendAll(this.#client as pg.PoolClient, this.#preludes(), mains)));
    this.#prelude = writePrelude(ctx.companyId);
    const who = ctx.caller.accountId !== "0" ? `a${ctx.caller.accountId}` : ctx.caller.kind === "apiKey" ? `k${ctx.caller.sessionId}` : "";
    this.#call = `${who}|${ctx.idempotencyKey}`;
    this.#key = ctx.idempotencyKey ? `${this.#call}|${step}` : "";
  }

  async run<T>(fn: (tx: Tx<DB>) => Promise<T>): Promise<T> {
    this.#client = await takeInTime(this.#ctx);
    try {
      const earlier = this.#key ? await this.#claim<T>() : undefined;
      if (earlier !== undefined) return earlier;
      const result = await fn(this.#tx());
      await this.#finish();
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

  /** A second holder of the key waits here for the first one's commit, then answers as it did. */
  async #claim<T>(): Promise<T | undefined> {
    const { companyId, method } = this.#ctx;
    const fingerprint = this.#ctx.fingerprint();
    const name = method ? `${method.parent.typeName}/${method.name}` : "";
    const claimed = await this.#gathered.ask(statement(claimKey, [companyId, this.#key, name, fingerprint, this.#call]));
    if (claimed.rowCount === 1) return undefined;
    const { rows } = await this.#gathered.ask(statement(storedAnswer, [companyId, this.#key]));
    await this.#rollback();
    const [row] = rows as Answer[];
    if (!row?.response || row.method !== name || !row.fingerprint.equals(fingerprint))
      throw fail("IDEMPOTENCY_KEY_REUSED", { field: "Idempotency-Key" });
    return this.#decode<T>(row.response);
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

  #preludes(): Statement[] {
    const preludes = [...this.#prelude, ...timeLimit(this.#ctx), ...this.#queued];
    this.#prelude = [];
    this.#queued = [];
    return preludes;
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
        const sorted = [...new Set(keys)].map((key) => `${companyId}:${key}`).sort();
        if (sorted.length > 0) this.#queued.push(statement(takeLocks, [sorted]));
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
