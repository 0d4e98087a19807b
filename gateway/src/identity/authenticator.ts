import type { IncomingMessage } from "node:http";
import { can, nobody } from "@leashline/kit/context.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Verdict } from "../limits/limit.ts";
import { type Limiter, limitHeaders } from "../limits/limiter.ts";
import type { CallFacts } from "../upstream/upstream.ts";
import { type CachedIdentities, CachedIdentity } from "./cached-identities.ts";
import { clientIp } from "./client-ip.ts";
import { type Credential, credentialOf, sessionCookieName } from "./credential.ts";
import { fromOurPages } from "./csrf.ts";
import type { Refusals } from "./refusals.ts";
import type { RequestIds } from "./request-id.ts";

/** A request whose caller is known. */
export interface RequestContext {
  readonly credential: Credential;
  readonly identity: CachedIdentity;
  readonly ip: string;
  readonly requestId: string;
  readonly verdict: Verdict;
}

/** Why a caller may not make a call. */
export interface Refused {
  readonly code: ErrorCode;
  readonly message?: string;
}

/** The account service could not say who calls. */
export class IdentityAway extends Error {}

const digits = /^\d{1,19}$/;
/** Which of a caller's companies and locations a call is for. */
const placeHeaders = ["x-leashline-company-id", "x-leashline-business-id"] as const;

/** Says who a request is from and whether it may go on: the same for every face of the gateway. */
export class Authenticator {
  readonly #identities: CachedIdentities;
  readonly #limiter: Limiter;
  readonly #requestIds: RequestIds;
  readonly #trustedProxies: number;
  readonly #nobody: CachedIdentity;
  readonly #cookieName: string;
  readonly #refusals: Refusals;

  constructor(parts: {
    identities: CachedIdentities;
    limiter: Limiter;
    requestIds: RequestIds;
    trustedProxies: number;
    signingKey: string;
    secureCookies: boolean;
    refusals: Refusals;
  }) {
    this.#identities = parts.identities;
    this.#limiter = parts.limiter;
    this.#requestIds = parts.requestIds;
    this.#trustedProxies = parts.trustedProxies;
    this.#refusals = parts.refusals;
    this.#cookieName = sessionCookieName(parts.secureCookies);
    this.#nobody = new CachedIdentity({ state: "unknown", caller: nobody, limitKey: "" }, 0, parts.signingKey);
  }

  /** Usually answers at once; a promise only when the caller or the limit must be asked for elsewhere. */
  enter(request: IncomingMessage, tier: Tier, signIn: boolean): RequestContext | Promise<RequestContext> {
    const { headers } = request;
    const credential = credentialOf(headers, this.#cookieName);
    const ip = clientIp(request, this.#trustedProxies);
    const [company, business] = placeHeaders.map((name) => idIn(headers[name])) as [string, string];
    const requestId = this.#requestIds.of(headers["x-request-id"]);
    const identity = this.#identities.peek(credential, company, business, ip, Date.now());
    if (identity === undefined) return this.#ask(credential, company, business, ip, requestId, tier, signIn);
    const verdict = this.#limiter.admit(ip, identity.limitKey, signIn);
    if (verdict instanceof Promise) return verdict.then((settled) => ({ credential, identity, ip, requestId, verdict: settled }));
    return { credential, identity, ip, requestId, verdict };
  }

  /** What stands in a caller's way, or nothing; said in the security log. */
  refused(method: ContractMethod, context: RequestContext, request: IncomingMessage, safe: boolean): Refused | undefined {
    const refused = refusedAt(method, context, request, safe);
    if (refused) this.#refusals.tell(method, context, refused);
    return refused;
  }

  /** What an account changed here holds from its next call on: the notice of it may come later than that. */
  done({ domain, read }: Pick<ContractMethod, "domain" | "read">, { identity: { caller } }: RequestContext): void {
    if (domain === "account" && !read && caller.accountId !== "0") this.#identities.forget({ accountId: caller.accountId });
  }

  async #ask(
    credential: Credential,
    company: string,
    business: string,
    ip: string,
    requestId: string,
    tier: Tier,
    signIn: boolean,
  ): Promise<RequestContext> {
    const identity = await this.#identities.find(credential, company, business).catch((error: Error) => {
      // What is open to everybody stays open while the account service is away.
      if (tier === Tier.ANONYMOUS) return this.#nobody;
      throw new IdentityAway(error.message);
    });
    return { credential, identity, ip, requestId, verdict: await this.#limiter.admit(ip, identity.limitKey, signIn) };
  }
}

/** What stands in a caller's way, or nothing. Permissions are checked by the service that owns the data; for calls of its own that is the gateway. */
export function refusedAt(method: ContractMethod, context: RequestContext, request: IncomingMessage, safe: boolean): Refused | undefined {
  if (!context.verdict.allowed) return { code: ErrorCode.TOO_MANY_REQUESTS };
  if (!safe && !fromOurPages(request.headers, context.credential))
    return { code: ErrorCode.NO_PERMISSION, message: "This call must come from our own pages." };
  const header = placeHeaders.find((name) => !isId(request.headers[name]));
  if (header) return { code: ErrorCode.PARAMS_INVALID, message: `The header ${header} must be an id of at most 19 digits.` };
  return refusedByTier(method.tier, context) ?? (method.domain === "gateway" ? refusedByRole(method, context) : undefined);
}

function refusedByRole({ access }: ContractMethod, { identity: { caller } }: RequestContext): Refused | undefined {
  const wanted = access?.anyOf ?? [];
  const holds = wanted.length === 0 || wanted.some((permission) => can({ caller }, permission));
  return holds ? undefined : { code: ErrorCode.NO_PERMISSION };
}

function refusedByTier(tier: Tier, { identity: { caller } }: RequestContext): Refused | undefined {
  if (tier === Tier.ANONYMOUS) return undefined;
  const isKey = caller.kind === "apiKey";
  if (!isKey && caller.accountId === "0") return { code: ErrorCode.NO_AUTH };
  if (tier === Tier.ACCOUNT) return isKey ? { code: ErrorCode.NO_PERMISSION } : undefined;
  if (tier === Tier.BUSINESS && isKey) return { code: ErrorCode.NO_PERMISSION };
  if (caller.companyId === "0" || caller.businessId === "0") return { code: ErrorCode.NO_PERMISSION, message: "Choose a business first." };
  return undefined;
}

/** Whoever calls was let in here with a session that holds. Only the account service may say that it does not; from any other, 401 means that something between us is wrong. */
export const noWordOnSessions = ({ domain, tier }: Pick<ContractMethod, "domain" | "tier">, status: number): boolean =>
  status === 401 && domain !== "account" && tier !== Tier.ANONYMOUS;

export function factsOf(context: RequestContext, request: IncomingMessage, trace?: string): CallFacts {
  const key = request.headers["idempotency-key"];
  return {
    context: context.identity.context(context.ip, Date.now()),
    requestId: context.requestId,
    idempotencyKey: typeof key === "string" ? key : "",
    trace,
  };
}

/** Headers every answer to a caller carries. */
export function callerHeaders(context: RequestContext): string[] {
  const headers = ["x-request-id", context.requestId];
  limitHeaders(context.verdict, headers);
  return headers;
}

type Header = string | string[] | undefined;

/** Absent and empty say nothing of where a call is for; anything else that is no id must not pass for the caller's own place. */
const isId = (header: Header): boolean => !header || (typeof header === "string" && digits.test(header));
const idIn = (header: Header): string => (typeof header === "string" && digits.test(header) ? header : "0");
