import { text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import type { Decline } from "./cards.ts";
import { load, newId, now, type StripeCall, save } from "./context.ts";
import { page, search } from "./lists.ts";
import { isPaidBy } from "./payouts.ts";

export type Charge = Doc & {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  refunded: boolean;
  status: string;
  currency: string;
  payment_intent: string;
  balance_transaction: string | null;
};

/** 2.9 % and 30 cents, as on Stripe's price page for cards in the United States. */
export function fee(amount: number): number {
  return Math.round((amount * 29) / 1000) + 30;
}

/** 0.8 %, at most five dollars, as for bank debits. */
export const bankFee = (amount: number): number => Math.min(500, Math.round((amount * 8) / 1000));

type Movement = { type: string; category?: string; amount: number; fee: number; currency: string; source: string };

export function balance(call: StripeCall, of: Movement): string {
  const created = now();
  const entry: Doc = {
    id: newId("txn"),
    object: "balance_transaction",
    amount: of.amount,
    available_on: created + 2 * 86_400,
    created,
    currency: of.currency,
    description: null,
    exchange_rate: null,
    fee: of.fee,
    fee_details: of.fee
      ? [{ amount: of.fee, application: null, currency: of.currency, description: "Stripe processing fees", type: "stripe_fee" }]
      : [],
    net: of.amount - of.fee,
    reporting_category: of.category ?? of.type,
    source: of.source,
    status: "pending",
    type: of.type,
  };
  return save(call, "balance_transaction", entry).id;
}

function outcome(decline: Decline | undefined): Record<string, unknown> {
  return decline
    ? {
        advice_code: null,
        network_status: "declined_by_network",
        reason: decline.decline_code ?? decline.code,
        risk_level: "normal",
        risk_score: 20,
        seller_message: decline.message,
        type: "issuer_declined",
      }
    : {
        advice_code: null,
        network_status: "approved_by_network",
        reason: null,
        risk_level: "normal",
        risk_score: 12,
        seller_message: "Payment complete.",
        type: "authorized",
      };
}

export function makeCharge(call: StripeCall, intent: Doc, method: Doc, capture: boolean, decline?: Decline): Charge {
  const id = newId("ch");
  const amount = Number(intent.amount);
  const type = String(method.type);
  const card = method[type] as Record<string, unknown>;
  const ok = decline === undefined;
  const currency = String(intent.currency);
  const charge: Charge = {
    id,
    object: "charge",
    amount,
    amount_captured: ok && capture ? amount : 0,
    amount_refunded: 0,
    application_fee_amount: intent.application_fee_amount ?? null,
    balance_transaction: ok && capture ? balance(call, { type: "charge", amount, fee: fee(amount), currency, source: id }) : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "LEASHLINE SANDBOX",
    captured: ok && capture,
    created: now(),
    currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: outcome(decline),
    paid: ok,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      [type]: {
        ...card,
        amount_authorized: ok ? amount : null,
        authorization_code: ok ? id.slice(-6).toUpperCase() : null,
        capture_before: ok && !capture ? now() + 7 * 86_400 : undefined,
        network: card.brand,
        three_d_secure: null,
      },
      type,
    },
    receipt_email: intent.receipt_email ?? null,
    receipt_number: null,
    receipt_url: `${call.publicBase}/sandbox/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    status: ok ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
  save(call, "charge", charge);
  return charge;
}

export function chargeOf(call: StripeCall, intent: Doc): Charge | undefined {
  return intent.latest_charge ? (load(call, "charge", String(intent.latest_charge)) as Charge) : undefined;
}

export function retrieveCharge(call: StripeCall): Doc {
  return load(call, "charge", call.params.id ?? "");
}

export function listCharges(call: StripeCall): Doc {
  const equals = { payment_intent: text(call.form, "payment_intent"), customer: text(call.form, "customer") };
  return page(call, { kind: "charge", url: "/v1/charges", equals });
}

export function searchCharges(call: StripeCall): Doc {
  return search(call, "charge", "/v1/charges/search");
}

export function retrieveBalanceTransaction(call: StripeCall): Doc {
  return load(call, "balance_transaction", call.params.id ?? "");
}

export function listBalanceTransactions(call: StripeCall): Doc {
  const equals = { source: text(call.form, "source"), type: text(call.form, "type") };
  const payout = text(call.form, "payout");
  const keep = payout ? { keep: isPaidBy(call.store, payout) } : {};
  return page(call, { kind: "balance_transaction", url: "/v1/balance_transactions", equals, ...keep });
}

export function retrieveBalance(call: StripeCall): Doc {
  const sums = new Map<string, number>();
  for (const { doc } of call.store.list({ kinds: ["balance_transaction"], account: call.account, limit: 1_000_000 })) {
    sums.set(String(doc.currency), (sums.get(String(doc.currency)) ?? 0) + Number(doc.net));
  }
  const pending = [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
  return { id: "", object: "balance", available: pending.map((sum) => ({ ...sum, amount: 0 })), livemode: false, pending };
}
