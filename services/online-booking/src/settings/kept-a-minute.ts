import type { Ctx } from "@leashline/kit";
import { LRUCache } from "lru-cache";

/** So long a page may show what another service knows of its company as it was. */
const KEPT_MS = 60_000;
/** Companies in memory; the ones asked for longest ago go. */
const most = 1_000;

/** What pages show of a company and another service knows: asked once a minute, however many look. Where it cannot be had now it is undefined, and asked for again. */
export function keptAMinute<T extends object>(ask: (ctx: Ctx) => Promise<T>): (ctx: Ctx) => Promise<T | undefined> {
  const kept = new WeakMap<Ctx["runtime"], LRUCache<string, T>>();
  return async (ctx) => {
    const known = kept.get(ctx.runtime) ?? new LRUCache<string, T>({ max: most, ttl: KEPT_MS });
    kept.set(ctx.runtime, known);
    const found = known.get(ctx.companyId);
    if (found) return found;
    const answer = await ask(ctx).catch(() => undefined);
    if (answer) known.set(ctx.companyId, answer);
    return answer;
  };
}
