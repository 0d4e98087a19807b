import { createRequire } from "node:module";
import type Stripe from "stripe";
import { AccountClosed, Declined, OutcomeUnknown, Refused } from "./provider.ts";
import { intentOf } from "./stripe-objects.ts";

export type StripeSettings = { secretKey: string; webhookSecrets: readonly string[]; apiBase: string };

// Loaded with the first card, not with the service.
const sdk = (): typeof Stripe => createRequire(import.meta.url)("stripe");

const timeoutMs = 8_000;

/** Every call of it is made on the account that is named, or on the key's own where none is. */
export function stripeClient({ secretKey, apiBase }: StripeSettings, account = ""): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  const Client = sdk();
  return new Client(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(account && { stripeAccount: account }),
    appInfo: { name: "Leashline" },
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === "https:" ? "443" : "80"),
          protocol: base.protocol === "https:" ? ("https" as const) : ("http" as const),
        }
      : {}),
  });
}

/** Stripe's errors in our three: it said no, it cannot be, or nobody knows. */
export function translated(error: unknown): Error {
  const { errors } = sdk();
  if (error instanceof errors.StripeCardError) {
    return new Declined(
      error.message,
      error.decline_code ?? error.code ?? "",
      error.payment_intent ? intentOf(error.payment_intent) : null,
    );
  }
  if (error instanceof errors.StripeInvalidRequestError) return new Refused(error.message, error.code ?? "");
  if (error instanceof errors.StripePermissionError && error.code === "account_invalid") return new AccountClosed(error.message);
  if (error instanceof errors.StripeError) return new OutcomeUnknown(`${error.type}: ${error.message}`);
  return error as Error;
}

export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw translated(error);
  }
}

/** Each item of a list, page by page, in our words. */
export async function* listed<S, T>(items: AsyncIterable<S>, read: (item: S) => T): AsyncIterable<T> {
  try {
    for await (const item of items) yield read(item);
  } catch (error) {
    throw translated(error);
  }
}
