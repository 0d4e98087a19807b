import { setTimeout as pause } from "node:timers/promises";
import type { Runtime } from "../runtime.ts";

const firstAfterMs = 60_000;
const everyMs = 3_600_000;

/** Throws away what the service's tables keep no longer (their migrations say how long), in portions, so that each is done well within the limit of a statement. */
export async function tidy({ pool }: Pick<Runtime, "pool">, portion = 5_000): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ gone: string }>("select kit_tidy_some($1) as gone", [portion]);
    if (rows[0]?.gone === "0") return;
  }
}

/** Tidies every hour, in each service. */
export function startTidying(runtime: Runtime): { stop: () => Promise<void> } {
  const end = new AbortController();
  const loop = (async () => {
    for (let restMs = firstAfterMs; ; restMs = everyMs) {
      await pause(restMs, undefined, { signal: end.signal, ref: false });
      await tidy(runtime).catch((error: Error) => runtime.log.warn({ error: error.message }, "tidying up will be tried again"));
    }
  })().catch(() => undefined);
  return {
    stop: async () => {
      end.abort();
      await loop;
    },
  };
}
