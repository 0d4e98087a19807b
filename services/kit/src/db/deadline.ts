import type pg from "pg";
import type { Ctx } from "../context.ts";
import { fail, type Refusal } from "../errors.ts";
import { DatabaseAway } from "./away.ts";
import { take } from "./pool.ts";
import { type Statement, statement } from "./wire.ts";

/**
 * Until when whoever calls waits, on this process's clock. What a call has begun is finished, however long they wait: its first commit lifts the
 * deadline, so that the outcome of a charge is always written down.
 */
export type Deadline = { until: number };

export const deadlineIn = (leftMs: number): Deadline => ({ until: performance.now() + leftMs });
export const tooLate = (): Refusal => fail("DEADLINE_EXCEEDED");
export const msLeft = ({ deadline }: Pick<Ctx, "deadline">): number =>
  deadline ? deadline.until - performance.now() : Number.POSITIVE_INFINITY;

/** Timers are not exact: what ends this near to a deadline ended by it. */
export const nearMs = 5;
export const isOver = (ctx: Pick<Ctx, "deadline">): boolean => msLeft(ctx) <= nearMs;

const nothing: Statement[] = [];
const limit = "select set_config('statement_timeout', $1, true)";

/** What the database is told of the time that is left: nothing, when that is more than any statement may take. */
export function timeLimit(ctx: Ctx): Statement[] {
  const left = msLeft(ctx);
  if (left <= 0) throw tooLate();
  return left >= ctx.runtime.config.limits.statementMs ? nothing : [statement(limit, [String(Math.ceil(left))])];
}

/** A connection of the pool, while there is time. One that comes too late goes back. */
export async function takeInTime(ctx: Ctx): Promise<pg.PoolClient> {
  const taking = take(ctx.runtime.pool);
  if (!ctx.deadline) return await taking;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLate()), Math.min(Math.max(0, msLeft(ctx)), ctx.runtime.config.limits.callMs));
  try {
    return await Promise.race([taking, late]);
  } catch (error) {
    taking.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A statement that the database ended because the caller's time was over is no fault of the database. */
export async function inTime<T>(ctx: Ctx, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof DatabaseAway && isOver(ctx) ? tooLate() : error;
  }
}

/** Out of the time that a statement was given. */
const canceled = "57014";

/** A read that may be given up: undefined where the database ended it because its statement took longer than it was to. */
export async function unlessLong<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DatabaseAway && (error.cause as { code?: string }).code === canceled) return undefined;
    throw error;
  }
}
