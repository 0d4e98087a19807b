import type { Ctx } from "../context.ts";
import { type DatabaseAccess, databaseAccess, type Tx } from "../db/access.ts";
import { cancelJob } from "../db/job.ts";
import { CompiledQuery, rowsOf, type Statement, statement } from "../db/kysely.ts";
import { inOneTrip } from "../db/transaction.ts";
import type { FailOptions } from "../errors.ts";

export type RunState = "running" | "undoing" | "done" | "undone" | "failed" | "abandoned";
/** Who asked, as far as each step needs it; the same whoever carries on. */
export type Actor = { name: string; staffId: string; zone: string; currency: string; country: string };
export type RunRow = {
  id: string;
  businessId: string;
  kind: string;
  key: string;
  state: RunState;
  step: number;
  undoing: boolean;
  input: unknown;
  results: Record<string, unknown>;
  actor: Actor;
  attempts: number;
  errorCode: number;
  error: string;
  refusal: FailOptions;
  startedAt: Date;
  changedAt: Date;
  finishedAt: Date | null;
};

const { query, command }: DatabaseAccess<Record<never, never>> = databaseAccess();
type Db = Pick<Tx<unknown>["db"], "executeQuery">;

const columns = `id::text as id, business_id::text as "businessId", kind, key, state, step, undoing, input, results, actor, attempts,
  error_code as "errorCode", error, refusal, started_at as "startedAt", changed_at as "changedAt", finished_at as "finishedAt"`;

// Looks before it writes: an insert would wait for whoever moves the run that is there, who may be waiting for a row that the caller holds.
const insert = `with known as (
    select ${columns} from process_run where company_id = $1 and kind = $3 and key = $4 and state not in ('undone', 'abandoned')
  ), made as (
    insert into process_run (company_id, business_id, kind, key, input, actor)
    select $1, $2, $3, $4, $5, $6 where not exists (select from known)
    on conflict (company_id, kind, key) where state not in ('undone', 'abandoned') do nothing returning ${columns}
  ) select known.*, false as "isNew" from known union all select made.*, true from made`;
const byKey = `select ${columns} from process_run where company_id = $1 and kind = $2 and key = $3 order by process_run.id desc limit 1`;

/** The run of a key: the one that is open or done, else a new one. */
export async function beginRun(
  { db, ctx }: { db: Db; ctx: Ctx },
  { kind, key, input, actor }: Pick<RunRow, "kind" | "key" | "input" | "actor">,
): Promise<{ run: RunRow; isNew: boolean }> {
  const values = [ctx.companyId, ctx.businessId, kind, key, JSON.stringify(input), JSON.stringify(actor)];
  const [found] = await rowsOf<RunRow & { isNew: boolean }>(db, insert, values);
  if (found) {
    const { isNew, ...run } = found;
    return { run, isNew };
  }
  const [known] = await rowsOf<RunRow>(db, byKey, [ctx.companyId, kind, key]);
  if (!known) throw new Error(`the run ${kind} ${key} is there and cannot be read`);
  return { run: known, isNew: false };
}

export async function readRun(ctx: Ctx, id: string): Promise<RunRow | undefined> {
  const text = `select ${columns} from process_run where company_id = $1 and id = $2`;
  return (await query(ctx, (db) => rowsOf<RunRow>(db, text, [ctx.companyId, id])))[0];
}

export type RunChange = Pick<RunRow, "state" | "step"> &
  Partial<Pick<RunRow, "errorCode" | "error" | "refusal">> & { result?: { name: string; value: unknown } };

const change = `update process_run set state = $5, step = $6, results = results || $7::jsonb, attempts = 0, error_code = $8, error = $9, refusal = $10,
    changed_at = clock_timestamp(), finished_at = case when $5 in ('done', 'undone') then clock_timestamp() end
  where company_id = $1 and id = $2 and state = $3 and step = $4 returning ${columns}`;

function changeOf({ companyId }: Ctx, run: RunRow, to: RunChange): unknown[] {
  const results = to.result ? { [to.result.name]: to.result.value ?? null } : {};
  const { errorCode, error, refusal } = { ...run, ...to };
  const said = [errorCode, error.slice(0, 500), JSON.stringify(refusal)];
  return [companyId, run.id, run.state, run.step, to.state, to.step, JSON.stringify(results), ...said];
}

/** A run that is over needs nobody to carry on with it. */
const cancelWhenOver = ({ companyId }: Ctx, run: RunRow, { state }: RunChange, jobName: string): Statement[] =>
  state === "done" || state === "undone" ? [statement(cancelJob, [companyId, jobName, run.id])] : [];

/** Moves a run on from where it was read, and answers it; nothing when somebody else did so meanwhile. */
export async function moveRun(ctx: Ctx, run: RunRow, to: RunChange, jobName: string): Promise<RunRow | undefined> {
  const rows = await inOneTrip(ctx, cancelWhenOver(ctx, run, to, jobName), statement(change, changeOf(ctx, run, to)));
  return rows[0] as RunRow | undefined;
}

/** Taken before a run and the rows that it is about, by whoever begins one and by the step that ends it: without it each could have one and want the other. */
export const runLock = (kind: string, key: string): string => `process:${kind}:${key}`;

/** The same in one transaction with what a step does, which is not begun where somebody else was quicker. */
export async function moveRunWith(ctx: Ctx, run: RunRow, to: RunChange, { jobName, work }: Along): Promise<RunRow | undefined> {
  return await command(ctx, async (tx) => {
    tx.lock([runLock(run.kind, run.key)]);
    const [moved] = await rowsOf<RunRow>(tx.db, change, changeOf(ctx, run, to));
    if (moved) await work(tx as never);
    if (moved)
      for (const { text, values } of cancelWhenOver(ctx, run, to, jobName))
        tx.write({ compile: () => CompiledQuery.raw(text, [...values]) });
    return moved;
  });
}
type Along = { jobName: string; work: (tx: Tx<never>) => Promise<unknown> };

const noteFault = `update process_run set attempts = attempts + 1, error = $3, changed_at = clock_timestamp(),
    undoing = (state = 'undoing'), state = case when $4 then 'failed' else state end
  where company_id = $1 and id = $2 and state in ('running', 'undoing')`;

/** Notes why a run did not get on; after the last try it stands still until somebody sees to it. */
export async function noteRunFault(ctx: Ctx, id: string, error: string, standsStill: boolean): Promise<void> {
  await command(ctx, (tx) => rowsOf(tx.db, noteFault, [ctx.companyId, id, error.slice(0, 500), standsStill]));
}

const open: readonly RunState[] = ["running", "undoing", "failed"];
const list = `select ${columns} from process_run where company_id = $1 and state = any($2::text[]) and id < $3::bigint order by process_run.id desc limit $4`;

/** Runs, newest first; those that are not over unless one asks for all. */
export async function listRuns(ctx: Ctx, { all, before, size }: { all: boolean; before: string; size: number }): Promise<RunRow[]> {
  const states = all ? [...open, "done", "undone", "abandoned"] : open;
  return await query(ctx, (db) => rowsOf<RunRow>(db, list, [ctx.companyId, states, before, size]));
}

const retry = `update process_run set state = case when undoing then 'undoing' else 'running' end, attempts = 0, changed_at = clock_timestamp()
  where company_id = $1 and id = $2 and state = 'failed' returning ${columns}`;
const abandon = `update process_run set state = 'abandoned', finished_at = clock_timestamp(), changed_at = clock_timestamp()
  where company_id = $1 and id = $2 and state in ('failed', 'running', 'undoing') returning ${columns}`;

/** Lets a run that stands still go on, or leaves it as it is for good; nothing where it is in another state. */
export async function settleRun({ db, ctx }: { db: Db; ctx: Ctx }, id: string, how: "retry" | "abandon"): Promise<RunRow | undefined> {
  return (await rowsOf<RunRow>(db, how === "retry" ? retry : abandon, [ctx.companyId, id]))[0];
}
