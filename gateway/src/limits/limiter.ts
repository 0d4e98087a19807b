import type { GatewayConfig } from "../config.ts";
import { Limit, type Verdict } from "./limit.ts";
import type { TokenGrant } from "./token-grant.ts";

const unlimited: Verdict = { allowed: true, limit: 0, remaining: 0, reset: 0 };

/** The gateway's limits: per address, per session or key, and a narrow one for signing in. */
export class Limiter {
  readonly #ip: Limit | null;
  readonly #session: Limit | null;
  readonly #signIn: Limit | null;

  constructor(rates: GatewayConfig["rates"], grant: TokenGrant) {
    this.#ip = rates.ip ? new Limit("ip", rates.ip, grant) : null;
    this.#session = rates.session ? new Limit("session", rates.session, grant) : null;
    this.#signIn = rates.signIn ? new Limit("signin", rates.signIn, grant, true) : null;
  }

  /** The verdict that binds: the first refusal, else the narrowest limit that was asked. */
  admit(ip: string, limitKey: string, signIn: boolean): Verdict | Promise<Verdict> {
    let verdict = this.#ip?.take(ip) ?? unlimited;
    if (limitKey !== "" && this.#session) verdict = then(verdict, this.#session.take(limitKey));
    if (signIn && this.#signIn) verdict = then(verdict, this.#signIn.take(ip));
    return verdict;
  }
}

function then(first: Verdict | Promise<Verdict>, second: Verdict | Promise<Verdict>): Verdict | Promise<Verdict> {
  if (first instanceof Promise || second instanceof Promise)
    return Promise.all([first, second]).then(([one, two]) => (one.allowed ? two : one));
  return first.allowed ? second : first;
}

/** RateLimit-Limit, -Remaining and -Reset, and Retry-After on a refusal. */
export function limitHeaders(verdict: Verdict, into: string[]): void {
  if (verdict.limit === 0) return;
  into.push(
    "ratelimit-limit",
    String(verdict.limit),
    "ratelimit-remaining",
    String(verdict.remaining),
    "ratelimit-reset",
    String(verdict.reset),
  );
  if (!verdict.allowed) into.push("retry-after", String(verdict.reset));
}
