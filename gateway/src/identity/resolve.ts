import { createHash } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import { type Caller, nobody, signCaller } from "@leashline/kit/context.ts";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import {
  CallerState,
  ResolveSessionRequestSchema,
  type ResolveSessionResponse,
  ResolveSessionResponseSchema,
} from "@leashline/proto/leashline/account/v1/resolve_session_pb.js";
import type { Upstreams } from "../upstream/upstream.ts";
import type { Resolution } from "./cached-identities.ts";
import type { Credential } from "./credential.ts";

export const resolvePath = "/leashline.account.v1.SessionService/ResolveSession";

/** Who holds the token or key with this hash, in the company and business they name ("0": the one they stand in). */
export type ResolveHash = (kind: Credential["kind"], hash: Uint8Array, companyId: string, businessId: string) => Promise<Resolution>;

export const hashOf = (credential: Credential): Buffer => createHash("sha256").update(credential.secret).digest();

/** Asks the account service. Only hashes travel. */
export function accountResolver(
  contract: Contract,
  upstreams: Upstreams,
  signingKey: string,
  newRequestId: () => string,
  timeoutMs: number,
): ResolveHash {
  const method = contract.byPath.get(resolvePath);
  if (!method) throw new Error(`The contract has no ${resolvePath}.`);
  // With messages that are loaded anyway: the contract reads its own only when somebody needs them all.
  const { path, domain, read } = method;
  const served = { path, domain, read, desc: { input: ResolveSessionRequestSchema, output: ResolveSessionResponseSchema } };
  return async (kind, hash, companyId, businessId) => {
    const request = create(ResolveSessionRequestSchema, {
      ...(kind === "apiKey" ? { apiKeyHash: new Uint8Array(hash) } : { sessionTokenHash: new Uint8Array(hash) }),
      namedCompanyId: companyId,
      namedBusinessId: businessId,
    });
    const context = signCaller({ ...nobody, kind: "service", via: "gateway" }, signingKey);
    const result = await upstreams.call(served, request, { context, requestId: newRequestId(), idempotencyKey: "" }, timeoutMs);
    if (!result.ok) throw new Error(`the account service could not resolve a session (HTTP ${result.status})`);
    return resolution(result.message as ResolveSessionResponse);
  };
}

function resolution(answer: ResolveSessionResponse): Resolution {
  if (answer.state === CallerState.UNKNOWN || answer.state === CallerState.UNSPECIFIED)
    return { state: "unknown", caller: nobody, limitKey: "" };
  const active = answer.state === CallerState.ACTIVE;
  const limitKey = answer.apiKeyId === "0" ? `session:${answer.sessionId}` : `key:${answer.apiKeyId}`;
  return { state: active ? "active" : "refused", caller: callerOf(answer, active), limitKey };
}

function callerOf(answer: ResolveSessionResponse, active: boolean): Caller {
  const kind = answer.apiKeyId === "0" ? (active && answer.staffId !== "0" ? "staff" : "account") : "apiKey";
  const account: Caller = { ...nobody, kind, accountId: answer.accountId, sessionId: answer.sessionId, name: answer.name };
  if (!active) return account;
  return {
    ...account,
    companyId: answer.companyId,
    businessId: answer.businessId,
    businessIds: answer.businessIds,
    companyBusinessIds: answer.companyBusinessIds,
    staffId: answer.staffId,
    employeeCategory: answer.employeeCategory,
    permissions: answer.allPermissions ? "all" : answer.permissions,
    zone: answer.timezoneName || nobody.zone,
    currency: answer.currencyCode || nobody.currency,
    country: answer.countryAlpha2Code || nobody.country,
  };
}
