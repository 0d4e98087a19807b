import type { Runtime } from "@leashline/kit";

/**
 * Our statements are few, named and all led by company, so one plan fits every caller. Left to itself the server plans the longer ones anew each
 * time, because it counts every list parameter as ten values; that costs several times what running them does.
 */
export async function planOnce({ pool, log }: Runtime): Promise<() => Promise<void>> {
  pool.on("connect", (client) => {
    client
      .query("set plan_cache_mode = force_generic_plan")
      .catch((error: Error) => log.debug({ error: error.message }, "plans stay custom"));
  });
  return async () => undefined;
}
