import type { Rate } from "../config.ts";

/** A token bucket: holds `calls`, refills evenly over `seconds`. Pure but for what it remembers; time comes in. */
export class Bucket {
  readonly #capacity: number;
  readonly #perMs: number;
  #tokens: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#capacity = rate.calls;
    this.#perMs = rate.calls / (rate.seconds * 1000);
    this.#tokens = rate.calls;
    this.#at = now;
  }

  /** Gives up to `want` tokens. */
  take(want: number, now: number): { given: number; left: number } {
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, now - this.#at) * this.#perMs);
    this.#at = now;
    const given = Math.min(want, Math.floor(this.#tokens));
    this.#tokens -= given;
    return { given, left: Math.floor(this.#tokens) };
  }
}
