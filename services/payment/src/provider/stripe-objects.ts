import type Stripe from "stripe";
import type {
  Intent,
  IntentState,
  Itemized,
  Movement,
  MovementKind,
  PayoutState,
  ProviderCard,
  ProviderDispute,
  ProviderPayout,
  ProviderRefund,
  SavedCard,
  SetupResult,
} from "./provider.ts";
import { fromStripe } from "./stripe-amount.ts";

// A state of theirs that we do not know is one that is not over.
const states: Record<string, IntentState> = {
  requires_payment_method: "unconfirmed",
  requires_confirmation: "unconfirmed",
  requires_action: "requires_action",
  processing: "processing",
  requires_capture: "authorized",
  succeeded: "succeeded",
  canceled: "cancelled",
};

type Ref = string | { id: string } | null | undefined;
const idOf = (ref: Ref): string => (typeof ref === "string" ? ref : (ref?.id ?? ""));

/** A bank account, in the words for a card. */
function bankOf(method: Stripe.PaymentMethod | string | null, charge: Stripe.Charge | null): ProviderCard | null {
  const bank = charge?.payment_method_details?.us_bank_account ?? (typeof method === "object" ? method?.us_bank_account : undefined);
  return bank ? { brand: "bank account", last4: bank.last4 ?? "", funding: bank.account_type ?? "", expMonth: 0, expYear: 0 } : null;
}

function cardOf(method: Stripe.PaymentMethod | string | null, charge: Stripe.Charge | null): ProviderCard | null {
  const used = charge?.payment_method_details?.card ?? charge?.payment_method_details?.card_present;
  const card = used ?? (typeof method === "object" ? method?.card : undefined);
  if (!card) return bankOf(method, charge);
  return {
    brand: card.brand ?? "",
    last4: card.last4 ?? "",
    funding: card.funding ?? "",
    expMonth: card.exp_month ?? 0,
    expYear: card.exp_year ?? 0,
  };
}

export function intentOf(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const balance = charge && typeof charge.balance_transaction === "object" ? charge.balance_transaction : null;
  const error = intent.last_payment_error;
  const declined = intent.status === "requires_payment_method" && error !== null;
  return {
    id: intent.id,
    state: declined ? "declined" : (states[intent.status] ?? "processing"),
    currency: intent.currency.toUpperCase(),
    amount: fromStripe(intent.amount, intent.currency),
    received: fromStripe(intent.amount_received, intent.currency),
    fee: balance ? fromStripe(balance.fee, balance.currency) : 0n,
    paymentMethod: idOf(intent.payment_method),
    card: cardOf(intent.payment_method as Stripe.PaymentMethod | string | null, charge),
    clientSecret: intent.status === "requires_action" ? (intent.client_secret ?? "") : "",
    consentUrl: intent.next_action?.redirect_to_url?.url ?? intent.next_action?.verify_with_microdeposits?.hosted_verification_url ?? "",
    failureCode: error?.decline_code ?? error?.code ?? "",
    failureMessage: error?.message ?? "",
    metadata: intent.metadata,
  };
}

export const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent),
  state: refund.status === "failed" || refund.status === "canceled" ? "failed" : "accepted",
  currency: refund.currency.toUpperCase(),
  amount: fromStripe(refund.amount, refund.currency),
  failureMessage: refund.failure_reason ?? "",
  metadata: refund.metadata ?? {},
});

/** An inquiry takes no money; a dispute takes all that is contested, and gives it back when it is won. */
export function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const moved = dispute.balance_transactions.reduce((sum, entry) => sum + entry.amount, 0);
  const amount = fromStripe(dispute.amount, dispute.currency);
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    state: dispute.status === "won" || dispute.status === "warning_closed" ? "won" : dispute.status === "lost" ? "lost" : "open",
    currency: dispute.currency.toUpperCase(),
    amount,
    withdrawn: moved < 0 ? amount : 0n,
    reason: dispute.reason,
    dueAt: timeOf(dispute.evidence_details?.due_by),
  };
}

const itemizedAs: Readonly<Record<string, Itemized>> = { completed: "yes", in_progress: "underway", not_applicable: "never" };

const payoutStates: Readonly<Record<string, PayoutState>> = {
  in_transit: "in_transit",
  paid: "paid",
  failed: "failed",
  canceled: "canceled",
};

export const payoutOf = (payout: Stripe.Payout): ProviderPayout => ({
  id: payout.id,
  state: payoutStates[payout.status] ?? "pending",
  currency: payout.currency.toUpperCase(),
  amount: fromStripe(payout.amount, payout.currency),
  itemized: itemizedAs[payout.reconciliation_status] ?? "underway",
  arrivesOn: timeOf(payout.arrival_date)?.toISOString().slice(0, 10) ?? "",
  description: payout.description ?? "",
  failure: payout.failure_message ?? "",
});

const timeOf = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null);

const kinds: Record<string, MovementKind> = {
  charge: "charge",
  refund: "refund",
  refund_failure: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  payout: "payout",
  payout_reversal: "payout",
  payout_failure: "payout",
};

type Source = { payment_intent?: Ref; metadata?: Record<string, string> | null };

export function movementOf(entry: Stripe.BalanceTransaction): Movement {
  const source = (typeof entry.source === "object" ? entry.source : null) as Source | null;
  const kind = kinds[entry.reporting_category] ?? "other";
  return {
    id: entry.id,
    kind,
    currency: entry.currency.toUpperCase(),
    amount: fromStripe(entry.amount, entry.currency),
    fee: fromStripe(entry.fee, entry.currency),
    intentId: idOf(source?.payment_intent),
    metadata: source?.metadata ?? {},
    payoutId: kind === "payout" ? idOf(entry.source as Ref) : "",
    converted: entry.exchange_rate !== null,
  };
}

export const savedOf = (method: Stripe.PaymentMethod): SavedCard => ({
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

/** The payment method must have been asked for with it. */
export function setupOf(setup: Stripe.SetupIntent): SetupResult {
  const method = typeof setup.payment_method === "object" ? setup.payment_method : null;
  const error = setup.last_setup_error;
  return {
    id: setup.id,
    customer: idOf(setup.customer),
    card: setup.status === "succeeded" && method ? savedOf(method) : null,
    consentUrl: setup.next_action?.redirect_to_url?.url ?? "",
    failureCode: error?.decline_code ?? error?.code ?? "",
    failureMessage: error?.message ?? "",
  };
}
