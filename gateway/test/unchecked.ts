// For measurements only, and only for a program that imports this file: the gateway with its checks of the caller taken out.
import { nobody } from "@leashline/kit/context.ts";
import type { GatewayConfig } from "../src/config.ts";
import { buildGateway, type Gateway } from "../src/gateway.ts";
import { Authenticator, type RequestContext } from "../src/identity/authenticator.ts";
import { CachedIdentity } from "../src/identity/cached-identities.ts";

export interface Somebody {
  companyId: string;
  businessId: string;
}

/**
 * Every request of this process counts as this person's: no credential is read, no session looked up, no limit counted. What follows is the
 * product's own; the services need a signed context to find the tenant, so it is still signed and verified.
 */
export async function buildUnchecked(config: GatewayConfig, { companyId, businessId }: Somebody): Promise<Gateway> {
  const caller = {
    ...nobody,
    kind: "staff" as const,
    accountId: "1",
    companyId,
    businessId,
    businessIds: [businessId],
    permissions: "all" as const,
  };
  const identity = new CachedIdentity({ state: "active", caller, limitKey: "" }, Number.POSITIVE_INFINITY, config.signingKey);
  const context: RequestContext = {
    credential: { kind: "bearer", secret: "" },
    identity,
    ip: "127.0.0.1",
    requestId: "unchecked",
    verdict: { allowed: true, limit: 0, remaining: 0, reset: 0 },
  };
  Authenticator.prototype.enter = () => context;
  return await buildGateway(config);
}
