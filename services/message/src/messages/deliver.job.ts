import { job } from "@leashline/kit";
import { deliver } from "./deliver.ts";

/** Hands a stored message to its provider, again and again until it is known to be out, or known not to go. */
export const deliverJob = job<{ id: string }>("deliver-message", {
  attempts: 8,
  leaseSeconds: 60,
  backoffSeconds: (attempt) => [2, 5, 15, 60, 300, 900, 1800][attempt - 1] ?? 1800,
  run: async (ctx, { id }, meta) => {
    const settled = await deliver(ctx, id, { last: meta.lastAttempt });
    if (!settled) throw new Error("The provider did not answer.");
  },
});
