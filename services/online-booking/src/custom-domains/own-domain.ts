import { type Ctx, fail } from "@leashline/kit";
import { targetOf } from "./check.ts";
import { ownDomain } from "./custom-domain.ts";

const hostIn = (allowed: string): string => allowed.trim().toLowerCase().replace(/:\d+$/, "");

/** The domain that a business typed, as it is kept. */
export async function mustBeOwnDomain(ctx: Ctx, typed: string): Promise<string> {
  const allowed = (ctx.runtime.config.env.LEASHLINE_ALLOWED_HOSTS ?? "").split(",").map(hostIn).filter(Boolean);
  const { domain, problem } = await ownDomain(typed, [targetOf(ctx), ...allowed]);
  if (domain === undefined)
    throw fail("PARAMS_INVALID", { field: "customDomainName", reason: `The domain ${problem}.`, message: `“${typed.trim()}” ${problem}.` });
  return domain;
}
