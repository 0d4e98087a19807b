import type { Ctx } from "../context.ts";

export type JobMeta = { id: string; key: string; attempt: number; lastAttempt: boolean };

/** A kind of work: what to run, and how often to try. `run` may be called twice for one row after a crash; its commands are once-only by the job's own key. */
export type JobDef<P> = {
  name: string;
  attempts: number;
  /** Seconds until the next try after the n-th failure. */
  backoffSeconds: (attempt: number) => number;
  /** How long one run may take before another worker takes it over. */
  leaseSeconds: number;
  run: (ctx: Ctx, payload: P, meta: JobMeta) => Promise<void>;
};

const traceKey = "$trace";

/** The payload as stored: with the trace that asked for the work, when there is one. */
export function carrying(payload: unknown, trace: string): unknown {
  return trace && payload !== null && typeof payload === "object" && !Array.isArray(payload) ? { ...payload, [traceKey]: trace } : payload;
}

export function carried(stored: unknown): { payload: unknown; trace: string } {
  if (stored === null || typeof stored !== "object" || !(traceKey in stored)) return { payload: stored, trace: "" };
  const { [traceKey]: trace, ...payload } = stored;
  return { payload, trace: String(trace) };
}

export function job<P>(name: string, options: Partial<Omit<JobDef<P>, "name" | "run">> & Pick<JobDef<P>, "run">): JobDef<P> {
  return { name, attempts: 5, leaseSeconds: 60, backoffSeconds: (attempt) => Math.min(600, 2 ** attempt), ...options };
}

const into = "insert into job (company_id, business_id, kind, key, payload, due_at)";
const orAgain = `on conflict (company_id, kind, key) do update set payload = excluded.payload, due_at = excluded.due_at, state = 'due', attempts = 0, last_error = null, lease_until = null, finished_at = null,
    round = job.round + 1
  where job.state <> 'done' or job.due_at <> excluded.due_at`;
export const upsertJob = `${into} values ($1, $2, $3, $4, $5, $6)
  ${orAgain}`;
/** The same for each row that a select finds, if any, in the columns' order. Nobody is woken: whoever sweeps finds them. */
export const upsertJobsOf = (select: string): string => `${into} ${select} ${orAgain}`;
export const cancelJob = `update job set state = 'cancelled', finished_at = clock_timestamp() where company_id = $1 and kind = $2 and key = $3 and state = 'due'`;
