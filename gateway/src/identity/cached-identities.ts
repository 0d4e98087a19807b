import { type Caller, nobody, signCaller } from "@leashline/kit/context.ts";
import type { Credential } from "./credential.ts";

/** What the account service says of a credential. */
export interface Resolution {
  state: "active" | "unknown" | "refused";
  caller: Caller;
  /** What rate limits count by; "" for callers without a session or key. */
  limitKey: string;
}

export type Resolve = (credential: Credential, companyId: string, businessId: string) => Promise<Resolution>;

/** A caller as the account service described them, cached for a few seconds. */
export class CachedIdentity {
  readonly state: Resolution["state"];
  readonly caller: Caller;
  readonly until: number;
  /** What rate limits count by; "" for callers without a session or key. */
  readonly limitKey: string;
  /** Whether it is being asked for again already. */
  renewing = false;
  readonly #key: string;
  #ip = "";
  #token = "";
  #signedAt = 0;

  constructor({ state, caller, limitKey }: Resolution, until: number, key: string) {
    this.state = state;
    this.caller = caller;
    this.until = until;
    this.limitKey = limitKey;
    this.#key = key;
  }

  /** The signed context for the services: one signature serves many calls, so that they verify it once. */
  context(ip: string, now: number): string {
    if (this.#ip !== ip || now - this.#signedAt > 20_000) {
      this.#ip = ip;
      this.#signedAt = now;
      this.#token = signCaller({ ...this.caller, ip }, this.#key, now);
    }
    return this.#token;
  }
}

const most = 20_000;

/** Resolves credentials through the account service and remembers the answer for a few seconds or until told otherwise. */
export class CachedIdentities {
  readonly #resolve: Resolve;
  readonly #key: string;
  readonly #lifeMs: number;
  readonly #identity = new Map<string, CachedIdentity>();
  readonly #asking = new Map<string, Promise<CachedIdentity>>();
  readonly #anonymous = new Map<string, CachedIdentity>();
  #epoch = 0;

  constructor(options: { resolve: Resolve; signingKey: string; lifeMs: number }) {
    this.#resolve = options.resolve;
    this.#key = options.signingKey;
    this.#lifeMs = options.lifeMs;
  }

  /** The caller when known already; undefined means: ask with find(). */
  peek(credential: Credential, companyId: string, businessId: string, ip: string, now: number): CachedIdentity | undefined {
    if (credential.kind === "none") return this.#nobody(ip);
    const identity = this.#identity.get(cacheKey(credential, companyId, businessId));
    if (identity === undefined || identity.until <= now) return undefined;
    if (!identity.renewing && identity.until - now < this.#lifeMs / 4) this.#renew(identity, credential, companyId, businessId);
    return identity;
  }

  /** Asks once before the answer runs out, so that a busy caller waits for nobody. When it fails, whoever comes after the end asks anew. */
  #renew(identity: CachedIdentity, credential: Credential, companyId: string, businessId: string): void {
    identity.renewing = true;
    this.find(credential, companyId, businessId).catch(() => undefined);
  }

  find(credential: Credential, companyId: string, businessId: string): Promise<CachedIdentity> {
    const key = cacheKey(credential, companyId, businessId);
    const asking = this.#asking.get(key);
    if (asking) return asking;
    const asked = this.#ask(key, credential, companyId, businessId).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asked);
    return asked;
  }

  /** Something about an account or a company changed: what is known of either is asked for again. Neither named means everything. */
  forget(about: { accountId?: string; companyId?: string } = {}): void {
    this.#epoch++;
    this.#asking.clear();
    const all = about.accountId === undefined && about.companyId === undefined;
    for (const [key, { caller }] of this.#identity) {
      // Who stands in no company yet may have just been let into this one.
      const concerned =
        caller.accountId === about.accountId || (about.companyId !== undefined && ["0", about.companyId].includes(caller.companyId));
      if (all || concerned) this.#identity.delete(key);
    }
  }

  async #ask(key: string, credential: Credential, companyId: string, businessId: string): Promise<CachedIdentity> {
    const epoch = this.#epoch;
    const resolution = await this.#resolve(credential, companyId, businessId);
    const identity = new CachedIdentity(resolution, Date.now() + this.#lifeMs, this.#key);
    // An answer that was on its way while something changed may be stale: it serves this call only.
    if (epoch === this.#epoch) this.#remember(this.#identity, key, identity);
    return identity;
  }

  #nobody(ip: string): CachedIdentity {
    const identity = this.#anonymous.get(ip);
    if (identity) return identity;
    const fresh = new CachedIdentity({ state: "active", caller: nobody, limitKey: "" }, Number.POSITIVE_INFINITY, this.#key);
    this.#remember(this.#anonymous, ip, fresh);
    return fresh;
  }

  #remember(map: Map<string, CachedIdentity>, key: string, identity: CachedIdentity): void {
    if (map.size >= most) {
      const [oldest] = map.keys();
      if (oldest !== undefined) map.delete(oldest);
    }
    map.delete(key);
    map.set(key, identity);
  }
}

function cacheKey(credential: Credential, companyId: string, businessId: string): string {
  return `${credential.kind === "apiKey" ? "k" : "s"}|${companyId}|${businessId}|${credential.secret}`;
}
