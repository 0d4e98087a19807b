import type { Ctx } from "@leashline/kit";

export type SessionsChanged = { accountId?: string; companyId?: string };

/** Whoever remembers what a session or key may do forgets it, within the second. */
export function notifySessionsChanged(
  tx: { ctx: Pick<Ctx, "runtime">; afterCommit: (fn: () => void) => void },
  about: SessionsChanged,
): void {
  const { bus, config } = tx.ctx.runtime;
  tx.afterCommit(() => bus.publishCore(`${config.prefix}.session.changed`, JSON.stringify(about)));
}
