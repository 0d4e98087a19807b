import type { Store } from "./store.ts";

export const PROVIDERS = ["stripe", "twilio", "mail", "google", "quickbooks", "square"] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * decline: the provider answers no. error: it answers with a fault and has done nothing. timeout: it has done nothing and never answers.
 * lost: it has done the work, but the answer never arrives. down: every call is refused, reading too. undelivered: the text is accepted and
 * later reported as undelivered (texts only).
 */
export const MODES = ["ok", "decline", "error", "timeout", "lost", "down", "undelivered"] as const;
export type Mode = (typeof MODES)[number];

/** `remaining`: how many more calls are affected; null means all until switched back. */
export type Switch = { mode: Mode; remaining: number | null; latencyMs: number };

const OFF: Switch = { mode: "ok", remaining: null, latencyMs: 0 };

export class Switches {
  #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  get(provider: Provider): Switch {
    return this.#store.setting<Switch>(`switch:${provider}`) ?? { ...OFF };
  }

  all(): Record<Provider, Switch> {
    return Object.fromEntries(PROVIDERS.map((provider) => [provider, this.get(provider)])) as Record<Provider, Switch>;
  }

  set(provider: Provider, change: Partial<Switch>): Switch {
    const next = { ...this.get(provider), ...change };
    if (next.mode === "ok") next.remaining = null;
    this.#store.saveSetting(`switch:${provider}`, next);
    return next;
  }

  /** What happens to the call at hand; counts it against "the next N". Reads are only affected when the provider is down. */
  take(provider: Provider, kind: "read" | "write"): Mode {
    const current = this.get(provider);
    if (current.mode === "ok" || (kind === "read" && current.mode !== "down")) return "ok";
    if (current.remaining !== null) {
      const left = current.remaining - 1;
      this.set(provider, left <= 0 ? { mode: "ok" } : { remaining: left });
    }
    return current.mode;
  }

  async latency(provider: Provider): Promise<void> {
    const { latencyMs } = this.get(provider);
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
  }
}

export function isProvider(name: string): name is Provider {
  return (PROVIDERS as readonly string[]).includes(name);
}

/** Reads a change from the outside; anything out of range is refused with the reason. */
export function parseSwitch(input: Record<string, unknown>): Partial<Switch> | string {
  const change: Partial<Switch> = {};
  if (input.mode !== undefined) {
    const mode = MODES.find((known) => known === input.mode);
    if (!mode) return `mode must be one of ${MODES.join(", ")}`;
    change.mode = mode;
    change.remaining = null;
  }
  if (input.remaining !== undefined && input.remaining !== null) {
    const remaining = Number(input.remaining);
    if (!Number.isInteger(remaining) || remaining < 1 || remaining > 1_000_000)
      return "remaining must be a whole number from 1, or null for all";
    change.remaining = remaining;
  }
  if (input.latencyMs !== undefined) {
    const latencyMs = Number(input.latencyMs);
    if (!Number.isInteger(latencyMs) || latencyMs < 0 || latencyMs > 60_000) return "latencyMs must be between 0 and 60000";
    change.latencyMs = latencyMs;
  }
  return change;
}
