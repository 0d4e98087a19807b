import type { Runtime } from "../runtime.ts";

/** For a query whose statements are led by company and id, so that one plan fits every caller. */
export const plannedOnce = { plan_cache_mode: "force_generic_plan" } as const;

/**
 * For a service whose statements are few, named and all led by company, so that one plan fits every caller. Left to itself the server plans the longer
 * ones anew each time, because it counts every list parameter as ten values; that costs several times what running them does.
 */
export async function planOnce({ pool }: Runtime): Promise<() => Promise<void>> {
  (pool.options as { options?: string }).options = `-c plan_cache_mode=${plannedOnce.plan_cache_mode}`;
  return async () => undefined;
}
