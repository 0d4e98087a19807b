/**
 * Idempotency keys for calls that change something. A key belongs to an intention, not to a request: as long as the outcome of
 * a call is unknown (the connection broke, the server did not answer), the same call gets the same key again, so that trying again is
 * safe; while one is under way its twin (a double click) shares the key. Once the outcome is known the key is spent.
 */
export type Outcome = "known" | "unknown";

type Attempt = { key: string; open: number; bornAt: number };

const KEEP_MS = 24 * 60 * 60_000;
const MOST = 200;

export class AttemptKeys {
  readonly #attempts = new Map<string, Attempt>();
  readonly #newKey: () => string;

  constructor(newKey: () => string = () => crypto.randomUUID()) {
    this.#newKey = newKey;
  }

  begin(intention: string, now: number): string {
    this.#forgetOld(now);
    const known = this.#attempts.get(intention);
    if (known) {
      known.open++;
      return known.key;
    }
    const attempt = { key: this.#newKey(), open: 1, bornAt: now };
    this.#attempts.set(intention, attempt);
    return attempt.key;
  }

  end(intention: string, outcome: Outcome): void {
    const attempt = this.#attempts.get(intention);
    if (!attempt) return;
    attempt.open = Math.max(0, attempt.open - 1);
    if (outcome === "known" && attempt.open === 0) this.#attempts.delete(intention);
  }

  #forgetOld(now: number): void {
    for (const [intention, attempt] of this.#attempts) {
      if (this.#attempts.size > MOST || now - attempt.bornAt > KEEP_MS) this.#attempts.delete(intention);
    }
  }
}
