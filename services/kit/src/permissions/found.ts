import type { Ctx } from "../context.ts";
import { type ErrorName, fail } from "../errors.ts";
import { reachesBusiness } from "./reach.ts";

type Maybe<R> = R | null | undefined;

/** What was looked for; refused where it is not there. */
export function mustExist<R>(row: Maybe<R>, field = "", code: ErrorName = "NOT_FOUND"): R {
  if (row === null || row === undefined) throw fail(code, field ? { field } : {});
  return row;
}

/** The same of what is at a business: where the caller does not work there, it does not exist for them. */
export function mustExistFor<R extends { businessId: string }>(ctx: Ctx, row: Maybe<R>, field = "", code: ErrorName = "NOT_FOUND"): R {
  return mustExist(row && reachesBusiness(ctx, row.businessId) ? row : null, field, code);
}
