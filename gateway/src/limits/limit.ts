import type { Rate } from "../config.ts";
import { Bucket } from "./bucket.ts";
import type { Lease } from "./shared.ts";

/** What a limit says of one call, as it is published in the headers. */
export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again, or, when refused, until the next call may pass. */
  reset: number;
}

interface Purse {
  tokens: number;
  left: number;
  own: Bucket | null;
  asking: Promise<void> | null;
}

const mostKeys = 50_000;

/**
 * One limit over many keys. A purse of tokens per key is fetched ahead, so that an ordinary call waits for nobody;
 * the shared bucket still bounds what all gateways let through together.
 */
export class Limit {
  readonly #name: string;
  readonly #rate: Rate;
  readonly #lease: Lease;
  readonly #portion: number;
  readonly #purses = new Map<string, Purse>();

  /** `exact`: every call asks the shared bucket, for small limits. */
  constructor(name: string, rate: Rate, lease: Lease, exact = false) {
    this.#name = name;
    this.#rate = rate;
    this.#lease = lease;
    this.#portion = exact ? 1 : Math.max(1, Math.floor(rate.calls / 20));
  }

  take(key: string): Verdict | Promise<Verdict> {
    const purse = this.#purse(key);
    if (purse.tokens < 1) return this.#wait(key, purse);
    purse.tokens--;
    if (purse.tokens * 4 < this.#portion && this.#portion > 1) void this.#fill(key, purse);
    return this.#verdict(purse, true);
  }

  async #wait(key: string, purse: Purse): Promise<Verdict> {
    // Others may spend what was fetched before this call wakes, so it asks again while the shared bucket holds something.
    do {
      await this.#fill(key, purse);
      if (purse.tokens >= 1) {
        purse.tokens--;
        return this.#verdict(purse, true);
      }
    } while (purse.left >= 1);
    return this.#verdict(purse, false);
  }

  #fill(key: string, purse: Purse): Promise<void> {
    purse.asking ??= this.#fetch(key, purse).finally(() => {
      purse.asking = null;
    });
    return purse.asking;
  }

  async #fetch(key: string, purse: Purse): Promise<void> {
    const shared = await this.#lease(`${this.#name}:${key}`, this.#rate, this.#portion);
    const now = performance.now();
    purse.own ??= shared ? null : new Bucket(this.#rate, now);
    const { given, left } = shared ?? (purse.own as Bucket).take(this.#portion, now);
    if (shared) purse.own = null;
    purse.tokens += given;
    purse.left = left;
  }

  #verdict(purse: Purse, allowed: boolean): Verdict {
    const { calls, seconds } = this.#rate;
    const remaining = Math.min(calls, purse.tokens + purse.left);
    return { allowed, limit: calls, remaining, reset: Math.max(1, Math.ceil(((allowed ? calls - remaining : 1) * seconds) / calls)) };
  }

  #purse(key: string): Purse {
    const known = this.#purses.get(key);
    if (known) return known;
    if (this.#purses.size >= mostKeys) {
      const [oldest] = this.#purses.keys();
      if (oldest !== undefined) this.#purses.delete(oldest);
    }
    const purse: Purse = { tokens: 0, left: this.#rate.calls, own: null, asking: null };
    this.#purses.set(key, purse);
    return purse;
  }
}
