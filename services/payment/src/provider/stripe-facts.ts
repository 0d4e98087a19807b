import type Stripe from "stripe";
import type { Subject } from "./accounts.ts";
import { type Fact, type Intent, type ProviderEvent, type ProviderPayout, type ProviderRefund, Refused } from "./provider.ts";
import { disputeOf, intentOf, payoutOf, refundOf } from "./stripe-objects.ts";
import { asking, type StripeSettings } from "./stripe-sdk.ts";

export const expandIntent = ["latest_charge.balance_transaction", "payment_method"];

const readers: readonly [RegExp, (object: never) => Fact][] = [
  [/^payment_intent\./, (object: Stripe.PaymentIntent) => ({ kind: "intent", object: intentOf(object) })],
  [/^(refund\.|charge\.refund\.updated$)/, (object: Stripe.Refund) => ({ kind: "refund", object: refundOf(object) })],
  [/^charge\.dispute\./, (object: Stripe.Dispute) => ({ kind: "dispute", object: disputeOf(object) })],
  [/^payout\./, (object: Stripe.Payout) => ({ kind: "payout", object: payoutOf(object) })],
];

// Some types say by themselves what has become of the object.
const impliedStates: Record<string, Intent["state"] | ProviderRefund["state"] | ProviderPayout["state"]> = {
  "payment_intent.succeeded": "succeeded",
  "payment_intent.canceled": "cancelled",
  "refund.failed": "failed",
  "payout.failed": "failed",
  "payout.canceled": "canceled",
};

function claimOf(type: string, object: unknown): Fact | null {
  const fact = readers.find(([types]) => types.test(type))?.[1](object as never);
  if (!fact) return null;
  const state = impliedStates[type];
  return state ? ({ ...fact, object: { ...fact.object, state } } as Fact) : fact;
}

/** The installation's own events and those of the accounts of its businesses are signed with a secret each. */
function verified(stripe: Stripe, secrets: readonly string[], body: Buffer, signature: string): Stripe.Event {
  let refusal = "no webhook secret is set";
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      refusal = (error as Error).message;
    }
  }
  throw new Refused(refusal, "signature");
}

export function readEvent(stripe: Stripe, { webhookSecrets }: StripeSettings, body: Buffer, signature: string): ProviderEvent {
  const event = verified(stripe, webhookSecrets, body, signature);
  const { id, type, account = "" } = event;
  const object = event.data.object as unknown as Record<string, unknown>;
  return { id, type, account, body: object, claim: readClaim(type, object), subject: subjectOf(event) };
}

/** Accounts are told of by themselves, and with what hangs on them by the account that the event names. */
function subjectOf({ type, account, data }: Stripe.Event): Subject | null {
  const { id } = data.object as { id?: string };
  if (type === "account.updated" && id) return { kind: "account", id };
  if (type.startsWith("account.external_account.") && account) return { kind: "account", id: account };
  return type.startsWith("identity.verification_session.") && id ? { kind: "identity", id } : null;
}

function readClaim(type: string, object: unknown): Fact | null {
  try {
    return claimOf(type, object);
  } catch (error) {
    throw new Refused(`The object of ${type} cannot be read: ${(error as Error).message}`, "object");
  }
}

const asked: Record<Fact["kind"], (stripe: Stripe, id: string) => Promise<Fact>> = {
  intent: async (stripe, id) => ({ kind: "intent", object: intentOf(await stripe.paymentIntents.retrieve(id, { expand: expandIntent })) }),
  refund: async (stripe, id) => ({ kind: "refund", object: refundOf(await stripe.refunds.retrieve(id)) }),
  dispute: async (stripe, id) => ({ kind: "dispute", object: disputeOf(await stripe.disputes.retrieve(id)) }),
  payout: async (stripe, id) => ({ kind: "payout", object: payoutOf(await stripe.payouts.retrieve(id)) }),
};

/** What Stripe says of something now; null when it knows none such. */
export async function lookUp(stripe: Stripe, { kind, object }: { kind: Fact["kind"]; object: { id: string } }): Promise<Fact | null> {
  try {
    return await asking(() => asked[kind](stripe, object.id));
  } catch (error) {
    if (error instanceof Refused && error.code === "resource_missing") return null;
    throw error;
  }
}
