import type { IncomingMessage } from "node:http";
import { can, nobody } from "@leashline/kit/context.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Verdict } from "../limits/limit.ts";
import { type Limiter, limitHeaders } from "../limits/limiter.ts";
import type { CallFacts } from "../upstream/upstream.ts";
import { type Callers, Known } from "./callers.ts";
import { clientIp } from "./client-ip.ts";
import { type Credential, credentialOf, sessionCookieName } from "./credential.ts";
import { fromOurPages } from "./csrf.ts";
import type { Refusals } from "./refusals.ts";
import type { RequestIds } from "./request-id.ts";

/** A request whose caller is known. */
export interface Guest {
  readonly credential: Credential;
  readonly known: Known;
  readonly ip: string;
  readonly requestId: string;
  readonly verdict: Verdict;
}

/** Why a guest may not make a call. */
export interface Refused {
  readonly code: ErrorCode;
  readonly message?: string;
}

/** The account service could not say who calls. */
export class IdentityAway extends Error {}

const digits = /^\d{1,19}$/;

/** Says who a request is from and whether it may go on: the same for every face of the gateway. */
export class Door {
  readonly #callers: Callers;
  readonly #limiter: Limiter;
  readonly #requestIds: RequestIds;
  readonly #trustedProxies: number;
  readonly #nobody: Known;
  readonly #cookieName: string;
  readonly #refusals: Refusals;

  constructor(parts: {
    callers: Callers;
    limiter: Limiter;
    requestIds: RequestIds;
    trustedProxies: number;
    signingKey: string;
    secureCookies: boolean;
    refusals: Refusals;
  }) {
    this.#callers = parts.callers;
    this.#limiter = parts.limiter;
    this.#requestIds = parts.requestIds;
    this.#trustedProxies = parts.trustedProxies;
    this.#refusals = parts.refusals;
    this.#cookieName = sessionCookieName(parts.secureCookies);
    this.#nobody = new Known({ state: "unknown", caller: nobody, limitKey: "" }, 0, parts.signingKey);
  }

  /** Usually answers at once; a promise only when the caller or the limit must be asked for elsewhere. */
  enter(request: IncomingMessage, tier: Tier, signIn: boolean): Guest | Promise<Guest> {
    const { headers } = request;
    const credential = credentialOf(headers, this.#cookieName);
    const ip = clientIp(request, this.#trustedProxies);
    const company = idIn(headers["x-leashline-company-id"]);
    const business = idIn(headers["x-leashline-business-id"]);
    const requestId = this.#requestIds.of(headers["x-request-id"]);
    const known = this.#callers.peek(credential, company, business, ip, Date.now());
    if (known === undefined) return this.#ask(credential, company, business, ip, requestId, tier, signIn);
    const verdict = this.#limiter.admit(ip, known.limitKey, signIn);
    if (verdict instanceof Promise) return verdict.then((settled) => ({ credential, known, ip, requestId, verdict: settled }));
    return { credential, known, ip, requestId, verdict };
  }

  /** What stands in a guest's way, or nothing; said in the security log. */
  refused(method: ContractMethod, guest: Guest, request: IncomingMessage, safe: boolean): Refused | undefined {
    const refused = refusedAt(method, guest, request, safe);
    if (refused) this.#refusals.tell(method, guest, refused);
    return refused;
  }

  /** What an account changed here holds from its next call on: the notice of it may come later than that. */
  done({ domain, read }: Pick<ContractMethod, "domain" | "read">, { known: { caller } }: Guest): void {
    if (domain === "account" && !read && caller.accountId !== "0") this.#callers.forget({ accountId: caller.accountId });
  }

  async #ask(
    credential: Credential,
    company: string,
    business: string,
    ip: string,
    requestId: string,
    tier: Tier,
    signIn: boolean,
  ): Promise<Guest> {
    const known = await this.#callers.find(credential, company, business).catch((error: Error) => {
      // What is open to everybody stays open while the account service is away.
      if (tier === Tier.ANONYMOUS) return this.#nobody;
      throw new IdentityAway(error.message);
    });
    return { credential, known, ip, requestId, verdict: await this.#limiter.admit(ip, known.limitKey, signIn) };
  }
}

/** What stands in a guest's way, or nothing. Permissions are checked by the service that owns the data; for calls of its own that is the gateway. */
export function refusedAt(method: ContractMethod, guest: Guest, request: IncomingMessage, safe: boolean): Refused | undefined {
  if (!guest.verdict.allowed) return { code: ErrorCode.TOO_MANY_REQUESTS };
  if (!safe && !fromOurPages(request.headers, guest.credential))
    return { code: ErrorCode.NO_PERMISSION, message: "This call must come from our own pages." };
  return refusedByTier(method.tier, guest) ?? (method.domain === "gateway" ? refusedByRole(method, guest) : undefined);
}

function refusedByRole({ access }: ContractMethod, { known: { caller } }: Guest): Refused | undefined {
  const wanted = access?.anyOf ?? [];
  const holds = wanted.length === 0 || wanted.some((permission) => can({ caller }, permission));
  return holds ? undefined : { code: ErrorCode.NO_PERMISSION };
}

function refusedByTier(tier: Tier, { known: { caller } }: Guest): Refused | undefined {
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

export function factsOf(guest: Guest, request: IncomingMessage, trace?: string): CallFacts {
  const key = request.headers["idempotency-key"];
  return {
    context: guest.known.context(guest.ip, Date.now()),
    requestId: guest.requestId,
    idempotencyKey: typeof key === "string" ? key : "",
    trace,
  };
}

/** Headers every answer to a guest carries. */
export function guestHeaders(guest: Guest): string[] {
  const headers = ["x-request-id", guest.requestId];
  limitHeaders(guest.verdict, headers);
  return headers;
}

function idIn(header: string | string[] | undefined): string {
  return typeof header === "string" && digits.test(header) ? header : "0";
}
