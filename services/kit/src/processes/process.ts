import { asTenant, type Ctx } from "../context.ts";
import type { Tx } from "../db/access.ts";
import { type JobDef, job } from "../db/job.ts";
import { type ErrorCode, fail, fromConnectError, Refusal } from "../errors.ts";
import { type Actor, beginRun, moveRun, noteRunFault, type RunRow, readRun, settleRun } from "./run.store.ts";

/** What a step gets to know: what was asked for, and what the steps before it answered. */
export type Run<I> = { id: string; key: string; input: I; results: Readonly<Record<string, unknown>> };

/**
 * One step. It may be begun several times and by two runners at once: its commands and its calls of others are once-only by the key that its context
 * carries, as long as they ask for the same each time. Its answer is kept as JSON.
 */
export type Step<I> = {
  name: string;
  run: (ctx: Ctx, run: Run<I>) => Promise<unknown>;
  /** Takes back what the step did, when it or a later one is refused. It may have come half way, or to nothing. Left out: there is nothing to take back. */
  undo?: (ctx: Ctx, run: Run<I>) => Promise<unknown>;
};

export type Process<I> = {
  kind: string;
  stepNames: readonly string[];
  /** Carries on with what a runner that died had begun; the service lists it with `processes`. */
  job: JobDef<{ id: string }>;
  /** Notes a run with the caller's own rows; the run that is open or done already when there is one of that key. */
  begin: (tx: Tx<never>, key: string, input: I) => Promise<RunRow>;
  /** Does the steps that are left, here and now. Answers the finished run; throws the refusal after everything is undone. */
  finish: (ctx: Ctx, id: string) => Promise<RunRow>;
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
  const carryOn = job<{ id: string }>(`process-${kind}`, {
    attempts,
    run: async (ctx, { id }, { lastAttempt }) => {
      try {
        await drive(ctx, steps, carryOn, id);
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
    async begin(tx, key, input) {
      const { run, isNew } = await beginRun(tx, { kind, key, input, actor: actorOf(tx.ctx) });
      const dueAt = new Date(Date.now() + takeOverSeconds * 1000);
      // Whoever asks again lets a run that stands still go on.
      const revived = run.state === "failed" ? await settleRun(tx, run.id, "retry") : undefined;
      if (isNew || revived) tx.schedule(carryOn, { key: run.id, dueAt, payload: { id: run.id } });
      return revived ?? run;
    },
    async finish(ctx, id) {
      const run = await drive(ctx, steps, carryOn, id).catch(async (error: Error) => {
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

/** From where the row stands to the end of it. Whoever loses a race to note a step reads what the other noted, and goes on from there. */
async function drive<I>(asked: Ctx, steps: readonly Step<I>[], carryOn: JobDef<{ id: string }>, id: string): Promise<RunRow> {
  let refused: unknown;
  for (;;) {
    const plain = within(asked);
    const row = await readRun(plain, id);
    if (!row) throw fail("NOT_FOUND", { field: "id", reason: "there is no such run" });
    if (row.state === "running") refused = (await goOn(plain, steps, row, carryOn)) ?? refused;
    else if (row.state === "undoing") await goBack(plain, steps, row, carryOn);
    else if (row.state === "undone" && refused) throw refused;
    else return row;
  }
}

async function goOn<I>(ctx: Ctx, steps: readonly Step<I>[], row: RunRow, carryOn: JobDef<{ id: string }>): Promise<unknown> {
  const step = steps[row.step];
  if (!step) {
    await moveRun(ctx, row, { state: "done", step: row.step }, (tx) => tx.unschedule(carryOn, row.id));
    return undefined;
  }
  try {
    const value = await step.run(asAsked(ctx, row, step.name), runOf<I>(row));
    await moveRun(ctx, row, { state: "running", step: row.step + 1, result: { name: step.name, value } });
    return undefined;
  } catch (error) {
    const refusal = refusalForGood(error);
    if (!refusal) throw error;
    const said = { errorCode: refusal.code, error: refusal.message, refusal: refusal.options };
    await moveRun(ctx, row, { state: "undoing", step: row.step + 1, ...said });
    return error;
  }
}

async function goBack<I>(ctx: Ctx, steps: readonly Step<I>[], row: RunRow, carryOn: JobDef<{ id: string }>): Promise<void> {
  const step = steps[row.step - 1];
  if (!step) return await moveRun(ctx, row, { state: "undone", step: 0 }, (tx) => tx.unschedule(carryOn, row.id));
  await step.undo?.(asAsked(ctx, row, `undo ${step.name}`), runOf<I>(row));
  await moveRun(ctx, row, { state: "undoing", step: row.step - 1 });
}

const runOf = <I>({ id, key, input, results }: RunRow): Run<I> => ({ id, key, input: input as I, results });

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
