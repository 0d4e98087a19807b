import { createRequire } from "node:module";
import type Stripe from "stripe";
import {
  type CardProvider,
  Declined,
  type Intent,
  type IntentState,
  type NewIntent,
  type NewRefund,
  OutcomeUnknown,
  type ProviderCard,
  type ProviderEvent,
  type ProviderRefund,
  Refused,
  type SavedCard,
} from "./provider.ts";
import { fromStripe, stripeStep, toStripe } from "./stripe-amount.ts";

export type StripeSettings = { secretKey: string; webhookSecret: string; apiBase: string };

// Loaded with the first card, not with the service.
const sdk = (): typeof Stripe => createRequire(import.meta.url)("stripe");

const timeoutMs = 8_000;
const expand = ["latest_charge.balance_transaction", "payment_method"];

// A state of theirs that we do not know is one that is not over.
const states: Record<string, IntentState> = {
  requires_payment_method: "unconfirmed",
  requires_confirmation: "unconfirmed",
  requires_action: "requires_action",
  processing: "processing",
  requires_capture: "authorised",
  succeeded: "succeeded",
  canceled: "cancelled",
};

export function stripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  const Client = sdk();
  return new Client(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
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

const idOf = (ref: string | { id: string } | null | undefined): string => (typeof ref === "string" ? ref : (ref?.id ?? ""));

function cardOf(method: Stripe.PaymentMethod | string | null, charge: Stripe.Charge | null): ProviderCard | null {
  const used = charge?.payment_method_details?.card;
  const card = used ?? (typeof method === "object" ? method?.card : undefined);
  if (!card) return null;
  return {
    brand: card.brand ?? "",
    last4: card.last4 ?? "",
    funding: card.funding ?? "",
    expMonth: card.exp_month ?? 0,
    expYear: card.exp_year ?? 0,
  };
}

function intentOf(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const balance = charge && typeof charge.balance_transaction === "object" ? charge.balance_transaction : null;
  const error = intent.last_payment_error;
  const declined = intent.status === "requires_payment_method" && error !== null;
  return {
    id: intent.id,
    state: declined ? "declined" : (states[intent.status] ?? "processing"),
    amount: fromStripe(intent.amount, intent.currency),
    received: fromStripe(intent.amount_received, intent.currency),
    fee: balance ? fromStripe(balance.fee, balance.currency) : 0n,
    paymentMethod: idOf(intent.payment_method),
    card: cardOf(intent.payment_method as Stripe.PaymentMethod | string | null, charge),
    clientSecret: intent.status === "requires_action" ? (intent.client_secret ?? "") : "",
    consentUrl: intent.next_action?.redirect_to_url?.url ?? "",
    failureCode: error?.decline_code ?? error?.code ?? "",
    failureMessage: error?.message ?? "",
    metadata: intent.metadata,
  };
}

const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent),
  state: refund.status === "failed" || refund.status === "canceled" ? "failed" : "accepted",
  amount: fromStripe(refund.amount, refund.currency),
  failureMessage: refund.failure_reason ?? "",
  metadata: refund.metadata ?? {},
});

const savedOf = (method: Stripe.PaymentMethod): SavedCard => ({
  id: method.id,
  brand: method.card?.brand ?? "",
  last4: method.card?.last4 ?? "",
  funding: method.card?.funding ?? "",
  expMonth: method.card?.exp_month ?? 0,
  expYear: method.card?.exp_year ?? 0,
  country: method.card?.country ?? "",
  name: method.billing_details.name ?? "",
  cvcCheck: method.card?.checks?.cvc_check ?? "",
});

// Stripe's errors in our three: it said no, it cannot be, or nobody knows.
function translated(error: unknown): Error {
  const { errors } = sdk();
  if (error instanceof errors.StripeCardError) {
    return new Declined(
      error.message,
      error.decline_code ?? error.code ?? "",
      error.payment_intent ? intentOf(error.payment_intent) : null,
    );
  }
  if (error instanceof errors.StripeInvalidRequestError) return new Refused(error.message, error.code ?? "");
  if (error instanceof errors.StripeError) return new OutcomeUnknown(`${error.type}: ${error.message}`);
  return error as Error;
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw translated(error);
  }
}

export function stripeProvider(settings: StripeSettings): CardProvider {
  const stripe = stripeClient(settings);
  const getIntent = (id: string) => asking(async () => intentOf(await stripe.paymentIntents.retrieve(id, { expand })));
  return {
    vendor: "stripe",
    stepOf: stripeStep,
    getIntent,
    createIntent: (input) =>
      asking(async () => intentOf(await stripe.paymentIntents.create(intentParams(input), { idempotencyKey: input.key }))),
    confirmIntent: (id, { key, offSession, returnUrl }) =>
      asking(async () => {
        const how = offSession ? { off_session: true } : { return_url: returnUrl };
        return intentOf(await stripe.paymentIntents.confirm(id, { expand, ...how }, { idempotencyKey: key }));
      }),
    cancelIntent: async (id) => {
      try {
        return await asking(async () => intentOf(await stripe.paymentIntents.cancel(id)));
      } catch (error) {
        if (error instanceof Refused) return await getIntent(id);
        throw error;
      }
    },
    refund: (input) => asking(async () => refundOf(await stripe.refunds.create(refundParams(input), { idempotencyKey: input.key }))),
    refundsOf: (intentId) =>
      asking(async () => (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data.map((refund) => refundOf(refund))),
    intentsSince: (since) => allIntents(stripe, since),
    createCustomer: ({ key, metadata }) => asking(async () => (await stripe.customers.create({ metadata }, { idempotencyKey: key })).id),
    attachCard: (customer, paymentMethod, key) =>
      asking(async () => savedOf(await stripe.paymentMethods.attach(paymentMethod, { customer }, { idempotencyKey: key }))),
    detachCard: async (paymentMethod) => {
      await asking(() => stripe.paymentMethods.detach(paymentMethod)).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    },
    readEvent: (body, signature) => readEvent(stripe, settings, body, signature),
  };
}

const intentParams = (input: NewIntent): Stripe.PaymentIntentCreateParams => ({
  amount: toStripe(input.amount, input.currency),
  currency: input.currency.toLowerCase(),
  payment_method: input.paymentMethod,
  allowed_payment_method_types: ["card"],
  description: input.description,
  metadata: input.metadata,
  ...(input.customer ? { customer: input.customer } : {}),
  ...(input.saveCard ? { setup_future_usage: "off_session" as const } : {}),
});

const refundParams = (input: NewRefund): Stripe.RefundCreateParams => ({
  payment_intent: input.intentId,
  amount: toStripe(input.amount, input.currency),
  metadata: input.metadata,
});

async function* allIntents(stripe: Stripe, since: Date): AsyncIterable<Intent> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  try {
    for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) yield intentOf(intent);
  } catch (error) {
    throw translated(error);
  }
}

function readEvent(stripe: Stripe, { webhookSecret }: StripeSettings, body: Buffer, signature: string): ProviderEvent {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  } catch (error) {
    throw new Refused((error as Error).message, "signature");
  }
  const object = event.data.object as unknown as { metadata?: Record<string, string> | null };
  return { id: event.id, type: event.type, body: object as Record<string, unknown>, metadata: object.metadata ?? {} };
}
