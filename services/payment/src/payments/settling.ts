import { asTenant, type Ctx } from "@leashline/kit";

// How long the call that took the payment may still be at work before the provider is asked instead.
const settleAfterMs = Number(process.env.LEASHLINE_PAYMENT_SETTLE_SECONDS ?? 20) * 1000;

/** When the outcome of a call to the provider that has just begun is to be asked for. */
export const settleSoon = (): Date => new Date(Date.now() + settleAfterMs);

/** How often work that waits for the provider is tried: for hours, at most a minute apart. */
export const patience = { attempts: 500, backoffSeconds: (attempt: number) => Math.min(60, 2 ** Math.min(attempt, 6)) };

/** Work that may run again after a crash: what it records is recorded once by the payment's own state, not by a key. */
export const withoutKey = (ctx: Ctx): Ctx =>
  asTenant({ runtime: ctx.runtime }, { companyId: ctx.companyId, businessId: ctx.businessId, name: "Leashline" });
