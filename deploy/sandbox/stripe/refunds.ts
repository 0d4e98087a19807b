import { text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { balance, type Charge, chargeOf } from "./charges.ts";
import { dollars, emit, known, load, metadata, newId, now, oneOf, type StripeCall, save, wholeNumber } from "./context.ts";
import { invalid } from "./errors.ts";
import { page } from "./lists.ts";
import { secretOf } from "./payment-methods.ts";

function target(call: StripeCall): Charge {
  const intentId = text(call.form, "payment_intent");
  const chargeId = text(call.form, "charge");
  if (!intentId && !chargeId)
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
      undefined,
      "parameter_missing",
    );
  if (!intentId) return load(call, "charge", chargeId ?? "", "charge") as Charge;
  const charge = chargeOf(call, load(call, "payment_intent", intentId, "payment_intent"));
  if (charge?.status !== "succeeded")
    throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, "payment_intent");
  return charge;
}

export function createRefund(call: StripeCall): Doc {
  known(call.form, "amount charge payment_intent reason refund_application_fee reverse_transfer instructions_email origin");
  const reason = oneOf(call.form, "reason", ["duplicate", "fraudulent", "requested_by_customer"]);
  const charge = target(call);
  if (charge.status !== "succeeded") throw invalid(`Charge ${charge.id} has not succeeded and cannot be refunded.`, "charge");
  if (!charge.captured)
    throw invalid(`Charge ${charge.id} has not been captured. Cancel its PaymentIntent instead.`, "charge", "charge_not_refundable");
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  const amount = wholeNumber(call.form, "amount") ?? left;
  if (amount < 1) throw invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  if (amount > left) {
    const show = (value: number) => dollars(value, charge.currency);
    throw invalid(`Refund amount (${show(amount)}) is greater than unrefunded amount on charge (${show(left)})`, "amount");
  }
  const later = secretOf(call, String(charge.payment_method)).behaviour.refund;
  return record(call, charge, {
    amount,
    reason: reason ?? null,
    status: later === "pending" ? "pending" : "succeeded",
    failsLater: later === "fails_later",
  });
}

function record(call: StripeCall, charge: Charge, of: { amount: number; reason: string | null; status: string; failsLater: boolean }): Doc {
  const id = newId("re");
  const refund: Doc = {
    id,
    object: "refund",
    amount: of.amount,
    balance_transaction: balance(call, { type: "refund", amount: -of.amount, fee: 0, currency: charge.currency, source: id }),
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: metadata(call.form),
    payment_intent: charge.payment_intent,
    reason: of.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: of.status,
    transfer_reversal: null,
  };
  save(call, "refund", refund);
  const amountRefunded = charge.amount_refunded + of.amount;
  const next = save(call, "charge", { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount_captured });
  emit(call, "refund.created", refund);
  emit(call, "charge.refunded", next, { amount_refunded: charge.amount_refunded });
  if (of.status === "pending" || of.failsLater)
    call.store.put("settle", { id: `settle_${id}`, refund: id, account: call.account, to: of.failsLater ? "failed" : "succeeded" });
  return refund;
}

/** Refunds that the test card settles later; called by the sandbox's clock. */
export function settle(call: StripeCall, refundId: string, to: string): void {
  const refund = load(call, "refund", refundId);
  const charge = load(call, "charge", String(refund.charge)) as Charge;
  if (to === "succeeded") {
    emit(call, "refund.updated", save(call, "refund", { ...refund, status: "succeeded" }), { status: refund.status });
    return;
  }
  const amount = Number(refund.amount);
  const reversal = balance(call, { type: "refund_failure", amount, fee: 0, currency: String(refund.currency), source: refund.id });
  const failed = save(call, "refund", {
    ...refund,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: reversal,
  });
  save(call, "charge", { ...charge, amount_refunded: charge.amount_refunded - amount, refunded: false });
  emit(call, "refund.failed", failed, { status: refund.status });
}

export function retrieveRefund(call: StripeCall): Doc {
  return load(call, "refund", call.params.id ?? "", "refund");
}

export function updateRefund(call: StripeCall): Doc {
  const refund = load(call, "refund", call.params.id ?? "", "refund");
  const next = save(call, "refund", { ...refund, metadata: metadata(call.form, refund.metadata as Record<string, string>) });
  emit(call, "refund.updated", next, { metadata: refund.metadata });
  return next;
}

export function listRefunds(call: StripeCall): Doc {
  const equals = { payment_intent: text(call.form, "payment_intent"), charge: text(call.form, "charge") };
  return page(call, { kind: "refund", url: "/v1/refunds", equals });
}
