import { asTenant, type Ctx } from "../context.ts";
import type { Tx } from "../db/access.ts";
import { type JobDef, job } from "../db/job.ts";
import { type ErrorCode, fail, fromConnectError, Refusal } from "../errors.ts";
import { type Actor, beginRun, moveRun, moveRunWith, noteRunFault, type RunRow, readRun, runLock, settleRun } from "./run.store.ts";

/** What a step gets to know: what was asked for, and what the steps before it answered. */
export type Run<I> = {
  id: string;
  key: string;
  input: I;
  results: Readonly<Record<string, unknown>>;
  /** While it is being undone: what it was refused with. */
  refusedWith?: number;
  /** What several steps need and nobody changes while the run goes on: read by the first of them that this runner does. */
  once: <T>(name: string, read: () => Promise<T>) => Promise<T>;
};

/** One step: one that asks others, or one of which everything lies in the service's own tables. */
export type Step<I> = {
  name: string;
  /** Takes back what the step did, when it or a later one is refused. It may have come half way, or to nothing. Left out: there is nothing to take back. */
  undo?: (ctx: Ctx, run: Run<I>) => Promise<unknown>;
  /** Whether there is anything to do, told by what was asked for alone. One that is not needed is passed by with the step before it, and answers nothing. */
  needed?: (input: I) => boolean;
} & (Asking<I> | Own<I>);

/**
 * It may be begun several times and by two runners at once: its commands and its calls of others are once-only by the key that its context carries, as
 * long as they ask for the same each time. Its answer is kept as JSON.
 */
type Asking<I> = { run: (ctx: Ctx, run: Run<I>) => Promise<unknown> };
/** It commits together with where the run stands, once; it answers nothing. */
type Own<I> = { within: (tx: Tx<never>, run: Run<I>) => Promise<unknown> };

export type Process<I> = {
  kind: string;
  stepNames: readonly string[];
  /** Carries on with what a runner that died had begun; the service lists it with `processes`. */
  job: JobDef<{ id: string }>;
  /** Before `begin`, and before the caller locks a row of its own that a step changes too. */
  hold: (tx: Tx<never>, key: string) => void;
  /** Notes a run with the caller's own rows; the run that is open or done already when there is one of that key. */
  begin: (tx: Tx<never>, key: string, input: I) => Promise<RunRow>;
  /**
   * Does the steps that are left, here and now. Answers the finished run; throws the refusal after everything is undone. Whoever began it just now, and has
   * committed that, need not have it read again, nor what they know of what steps need `once`.
   */
  finish: (ctx: Ctx, id: string, begun?: RunRow, known?: Readonly<Record<string, unknown>>) => Promise<RunRow>;
};

// biome-ignore lint/suspicious/noExplicitAny: processes of one service are asked for different things
export type AnyProcess = Process<any>;

export type Settings<I> = {
  steps: readonly Step<I>[];
  /** For so long whoever began it is taken to be alive. */
  takeOverSeconds?: number;
  /** How often the job tries before somebody has to look. */
  attempts?: number;
};

/** An act that spans services or takes long: a row, named steps, undo by step, carried on with after a crash (docs/checklists/add-a-process.md). */
export function process<I>(kind: string, { steps, takeOverSeconds = 30, attempts = 8 }: Settings<I>): Process<I> {
  const jobName = `process-${kind}`;
  const carryOn = job<{ id: string }>(jobName, {
    attempts,
    run: async (ctx, { id }, { lastAttempt }) => {
      try {
        await drive(ctx, { steps, jobName }, id);
      } catch (error) {
        // Everything is undone, which is as good an end as the other.
        if (refusalForGood(error)) return;
        await noteRunFault(within(ctx), id, (error as Error).message, lastAttempt);
        throw error;
      }
    },
  });
  return {
    kind,
    stepNames: steps.map(({ name }) => name),
    job: carryOn,
    hold: (tx, key) => tx.lock([runLock(kind, key)]),
    async begin(tx, key, input) {
      const { run, isNew } = await beginRun(tx, { kind, key, input, actor: actorOf(tx.ctx) });
      const dueAt = new Date(Date.now() + takeOverSeconds * 1000);
      // Whoever asks again lets a run that stands still go on.
      const revived = run.state === "failed" ? await settleRun(tx, run.id, "retry") : undefined;
      if (isNew || revived) tx.schedule(carryOn, { key: run.id, dueAt, payload: { id: run.id } });
      return revived ?? run;
    },
    async finish(ctx, id, begun, known) {
      const run = await drive(ctx, { steps, jobName }, id, begun, known).catch(async (error: Error) => {
        if (!refusalForGood(error)) await noteRunFault(within(ctx), id, error.message, false);
        throw error;
      });
      if (run.state === "done") return run;
      throw fail(run.errorCode as ErrorCode, { ...run.refusal, message: run.error });
    },
  };
}

const actorOf = ({ caller }: Ctx): Actor => {
  const { name, staffId, zone, currency, country } = caller;
  return { name, staffId, zone, currency, country };
};

type Declared<I> = { steps: readonly Step<I>[]; jobName: string };
type Kept = Map<string, Promise<unknown>>;
type Steps<I> = Declared<I> & { kept: Kept };

/** From where the row stands to the end of it. Whoever loses a race to note a step reads what the other noted, and goes on from there. */
async function drive<I>(asked: Ctx, declared: Declared<I>, id: string, begun?: RunRow, facts: object = {}): Promise<RunRow> {
  const plain = within(asked);
  const steps: Steps<I> = { ...declared, kept: new Map(Object.entries(facts).map(([name, fact]) => [name, Promise.resolve(fact)])) };
  let refused: unknown;
  let known = begun;
  for (;;) {
    const row: RunRow | undefined = known ?? (await readRun(plain, id));
    if (!row) throw fail("NOT_FOUND", { field: "id", reason: "there is no such run" });
    if (row.state === "running") {
      const went = await goOn(plain, steps, row);
      refused = went.refused ?? refused;
      known = went.row;
    } else if (row.state === "undoing") known = await goBack(plain, steps, row);
    else if (row.state === "undone" && refused) throw refused;
    else return row;
  }
}

async function goOn<I>(ctx: Ctx, of: Steps<I>, row: RunRow): Promise<{ row: RunRow | undefined; refused?: unknown }> {
  const at = standing(of.steps, row);
  const step = of.steps[at];
  if (!step) return { row: await moveRun(ctx, row, { state: "done", step: at }, of.jobName) };
  try {
    return { row: await take(ctx, of, row, at, step) };
  } catch (error) {
    const refusal = refusalForGood(error);
    if (!refusal) throw error;
    const said = { errorCode: refusal.code, error: refusal.message, refusal: refusal.options };
    const moved = await moveRun(ctx, row, { state: "undoing", step: at + 1, ...said }, of.jobName);
    // Another runner came before: what this one met may only be what that one is undoing.
    return moved ? { row: moved, refused: error } : { row: moved };
  }
}

/** One step, and the run's move behind it; behind the last one it is done. */
async function take<I>(ctx: Ctx, { steps, jobName, kept }: Steps<I>, row: RunRow, at: number, step: Step<I>): Promise<RunRow | undefined> {
  const next = nextOf(steps, row, at + 1);
  const to = { state: next === steps.length ? "done" : "running", step: next } as const;
  const run = runOf<I>(row, kept);
  const asked = asAsked(ctx, row, step.name);
  if ("within" in step) return await moveRunWith(unkeyed(asked), row, to, { jobName, work: (tx) => step.within(tx, run) });
  return await moveRun(ctx, row, { ...to, result: { name: step.name, value: await step.run(asked, run) } }, jobName);
}

async function goBack<I>(ctx: Ctx, { steps, jobName, kept }: Steps<I>, row: RunRow): Promise<RunRow | undefined> {
  const step = steps[row.step - 1];
  if (!step) return await moveRun(ctx, row, { state: "undone", step: 0 }, jobName);
  await step.undo?.(asAsked(ctx, row, `undo ${step.name}`), runOf<I>(row, kept));
  return await moveRun(ctx, row, { state: "undoing", step: row.step - 1 }, jobName);
}

/** Where a run goes on. One that was begun by a version with other steps has counted otherwise: what it answered last says how far it came. */
function standing<I>(steps: readonly Step<I>[], row: RunRow): number {
  if (row.step === 0) return 0;
  return nextOf(steps, row, Math.max(row.step, steps.findLastIndex(({ name }) => name in row.results) + 1));
}

/** The first step from there on that what was asked for needs. The very first is always there to be taken: a run begins at it. */
function nextOf<I>(steps: readonly Step<I>[], { input }: RunRow, from: number): number {
  const after = steps.findIndex(({ needed }, at) => at >= from && (needed?.(input as I) ?? true));
  return after < 0 ? steps.length : after;
}

const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });

function runOf<I>({ id, key, input, results, errorCode, state }: RunRow, kept: Kept): Run<I> {
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const reading = (kept.get(name) as Promise<T> | undefined) ?? read();
    kept.set(name, reading);
    return reading;
  };
  return { id, key, input: input as I, results, once, ...(state === "undoing" && { refusedWith: errorCode }) };
}

/** The run's own bookkeeping, under no key of anybody's. */
const within = ({ runtime, companyId, businessId, trace }: Ctx): Ctx => asTenant({ runtime, trace }, { companyId, businessId });

/** Whoever runs a step does so as the one who asked for the act, under the step's own key. */
function asAsked({ runtime, companyId, trace }: Ctx, { id, kind, businessId, actor }: RunRow, step: string): Ctx {
  const { name, zone, currency, country } = actor;
  return asTenant(
    { runtime, trace, idempotencyKey: `process:${kind}:${id}:${step}` },
    { companyId, businessId, name, zone, currency, country },
  );
}

/** A no to what was asked, and not a fault, an outage or a "not just now": those are tried again. */
export function refusalForGood(error: unknown): Refusal | null {
  const refusal = error instanceof Refusal ? error : fromConnectError(error);
  return refusal && refusal.code !== 0 && !refusal.options.retryAfterSeconds ? refusal : null;
}
