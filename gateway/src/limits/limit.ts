import type { Rate } from "../config.ts";
import { Bucket } from "./bucket.ts";
import type { TokenGrant } from "./token-grant.ts";

/** What a limit says of one call, as it is published in the headers. */
export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again, or, when refused, until the next call may pass. */
  reset: number;
}

interface LocalTokens {
  tokens: number;
  left: number;
  own: Bucket | null;
  asking: Promise<void> | null;
}

const mostKeys = 50_000;

/**
 * One limit over many keys. A grant of tokens per key is fetched ahead and spent locally, so that an ordinary call waits for nobody;
 * the shared bucket still bounds what all gateways let through together.
 */
export class Limit {
  readonly #name: string;
  readonly #rate: Rate;
  readonly #grant: TokenGrant;
  readonly #portion: number;
  readonly #tokensByKey = new Map<string, LocalTokens>();

  /** `exact`: every call asks the shared bucket, for small limits. */
  constructor(name: string, rate: Rate, grant: TokenGrant, exact = false) {
    this.#name = name;
    this.#rate = rate;
    this.#grant = grant;
    this.#portion = exact ? 1 : Math.max(1, Math.floor(rate.calls / 20));
  }

  take(key: string): Verdict | Promise<Verdict> {
    const local = this.#tokensOf(key);
    if (local.tokens < 1) return this.#wait(key, local);
    local.tokens--;
    if (local.tokens * 4 < this.#portion && this.#portion > 1) void this.#fill(key, local);
    return this.#verdict(local, true);
  }

  async #wait(key: string, local: LocalTokens): Promise<Verdict> {
    // Others may spend what was fetched before this call wakes, so it asks again while the shared bucket holds something.
    do {
      await this.#fill(key, local);
      if (local.tokens >= 1) {
        local.tokens--;
        return this.#verdict(local, true);
      }
    } while (local.left >= 1);
    return this.#verdict(local, false);
  }

  #fill(key: string, local: LocalTokens): Promise<void> {
    local.asking ??= this.#fetch(key, local).finally(() => {
      local.asking = null;
    });
    return local.asking;
  }

  async #fetch(key: string, local: LocalTokens): Promise<void> {
    const shared = await this.#grant(`${this.#name}:${key}`, this.#rate, this.#portion);
    const now = performance.now();
    local.own ??= shared ? null : new Bucket(this.#rate, now);
    const { given, left } = shared ?? (local.own as Bucket).take(this.#portion, now);
    if (shared) local.own = null;
    local.tokens += given;
    local.left = left;
  }

  #verdict(local: LocalTokens, allowed: boolean): Verdict {
    const { calls, seconds } = this.#rate;
    const remaining = Math.min(calls, local.tokens + local.left);
    return { allowed, limit: calls, remaining, reset: Math.max(1, Math.ceil(((allowed ? calls - remaining : 1) * seconds) / calls)) };
  }

  #tokensOf(key: string): LocalTokens {
    const known = this.#tokensByKey.get(key);
    if (known) return known;
    if (this.#tokensByKey.size >= mostKeys) {
      const [oldest] = this.#tokensByKey.keys();
      if (oldest !== undefined) this.#tokensByKey.delete(oldest);
    }
    const local: LocalTokens = { tokens: 0, left: this.#rate.calls, own: null, asking: null };
    this.#tokensByKey.set(key, local);
    return local;
  }
}
