import { type Form, flag, group, list, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { withhold } from "./capital.ts";
import { balance, type Charge, chargeOf, fee } from "./charges.ts";
import { confirm } from "./confirm.ts";
import { emit, known, load, metadata, newId, now, oneOf, required, type StripeCall, save, wholeNumber } from "./context.ts";
import { invalid, unexpected } from "./errors.ts";
import { page, search } from "./lists.ts";
import { inlineMethod, resolveMethod } from "./payment-methods.ts";

const CREATE =
  "amount currency allowed_payment_method_types amount_details excluded_payment_method_types payment_details radar_options automatic_payment_methods application_fee_amount capture_method confirm confirmation_method customer description error_on_requires_action " +
  "mandate mandate_data off_session on_behalf_of payment_method payment_method_data payment_method_options payment_method_types receipt_email return_url " +
  "setup_future_usage shipping statement_descriptor statement_descriptor_suffix transfer_data transfer_group use_stripe_sdk";
const UPDATE =
  "amount currency customer description payment_method payment_method_data payment_method_types receipt_email setup_future_usage shipping capture_method allowed_payment_method_types";
const CONFIRM =
  "payment_method payment_method_data allowed_payment_method_types return_url off_session setup_future_usage capture_method receipt_email error_on_requires_action mandate mandate_data " +
  "payment_method_options payment_method_types shipping use_stripe_sdk confirmation_token";
/** Smallest chargeable amounts in minor units, as Stripe lists them. */
const SMALLEST: Record<string, number> = { usd: 50, cad: 50, aud: 50, nzd: 50, eur: 50, gbp: 30, chf: 50, jpy: 50 };
/** Currencies with three decimals, of which Stripe takes whole tens. */
const THOUSANDTHS = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);

function checkAmount(form: Form, currency: string): number {
  required(form, "amount");
  const amount = wholeNumber(form, "amount") ?? 0;
  if (amount < 1) throw invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  if (amount < (SMALLEST[currency] ?? 1)) {
    throw invalid(`Amount must be at least $${((SMALLEST[currency] ?? 1) / 100).toFixed(2)} ${currency}`, "amount", "amount_too_small");
  }
  if (THOUSANDTHS.has(currency) && amount % 10 !== 0)
    throw invalid(`The amount in ${currency} must be a multiple of 10.`, "amount", "parameter_invalid_integer");
  if (amount > 99_999_999) throw invalid("Amount must be no more than $999,999.99", "amount", "amount_too_large");
  return amount;
}

/** Named `payment_method_types` before Stripe's 2026 API versions. */
function allowed(form: Form): string[] {
  return [...list(form, "allowed_payment_method_types"), ...list(form, "payment_method_types")];
}

/** Whether the intent may send the customer to another site, and so needs a return_url. */
function redirects(form: Form): boolean {
  if (allowed(form).length > 0) return false;
  const automatic = group(form, "automatic_payment_methods");
  if (text(automatic, "enabled") === "false") return false;
  return text(automatic, "allow_redirects") !== "never";
}

export function createIntent(call: StripeCall): Doc {
  const { form } = call;
  known(form, CREATE);
  const currency = required(form, "currency").toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}.`, "currency");
  const amount = checkAmount(form, currency);
  const customer = text(form, "customer");
  if (customer) load(call, "customer", customer, "customer");
  const id = newId("pi");
  const given = text(form, "payment_method");
  const method = given ? resolveMethod(call, given) : inlineMethod(call);
  const types = allowed(form);
  const intent: Doc = {
    id,
    object: "payment_intent",
    amount,
    allowed_payment_method_types: types.length > 0 ? types : null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application_fee_amount: wholeNumber(form, "application_fee_amount") ?? null,
    automatic_payment_methods: types.length > 0 ? null : { allow_redirects: redirects(form) ? "always" : "never", enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: oneOf(form, "capture_method", ["automatic", "automatic_async", "manual"]) ?? "automatic_async",
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    confirmation_method: oneOf(form, "confirmation_method", ["automatic", "manual"]) ?? "automatic",
    created: now(),
    currency,
    customer: customer ?? null,
    description: text(form, "description") ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadata(form),
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: types.length > 0 ? types : ["card"],
    processing: null,
    receipt_email: text(form, "receipt_email") ?? null,
    setup_future_usage: oneOf(form, "setup_future_usage", ["on_session", "off_session"]) ?? null,
    shipping: group(form, "shipping") ?? null,
    statement_descriptor: text(form, "statement_descriptor") ?? null,
    statement_descriptor_suffix: text(form, "statement_descriptor_suffix") ?? null,
    status: method ? "requires_confirmation" : "requires_payment_method",
  };
  save(call, "payment_intent", intent);
  emit(call, "payment_intent.created", intent);
  return flag(form, "confirm") ? confirm(call, intent) : intent;
}

export function confirmIntent(call: StripeCall): Doc {
  known(call.form, CONFIRM);
  return confirm(call, load(call, "payment_intent", call.params.id ?? "", "intent"));
}

export function updateIntent(call: StripeCall): Doc {
  known(call.form, UPDATE);
  const intent = load(call, "payment_intent", call.params.id ?? "", "intent");
  const open = ["requires_payment_method", "requires_confirmation", "requires_action"].includes(String(intent.status));
  const { form } = call;
  if (!open && Object.keys(form).some((key) => !["metadata", "description", "receipt_email", "expand"].includes(key)))
    throw unexpected(intent, "update");
  const given = text(form, "payment_method");
  const method = given ? resolveMethod(call, given) : inlineMethod(call);
  return save(call, "payment_intent", {
    ...intent,
    ...(form.amount === undefined ? {} : { amount: checkAmount(form, String(intent.currency)) }),
    ...(text(form, "customer") ? { customer: text(form, "customer") } : {}),
    ...(form.description === undefined ? {} : { description: text(form, "description") ?? null }),
    ...(text(form, "receipt_email") ? { receipt_email: text(form, "receipt_email") } : {}),
    ...(text(form, "setup_future_usage") ? { setup_future_usage: text(form, "setup_future_usage") } : {}),
    ...(text(form, "capture_method") ? { capture_method: text(form, "capture_method") } : {}),
    ...(method ? { payment_method: method.id, status: "requires_confirmation" } : {}),
    metadata: metadata(form, intent.metadata as Record<string, string>),
  });
}

export function captureIntent(call: StripeCall): Doc {
  known(call.form, "amount_to_capture application_fee_amount final_capture statement_descriptor statement_descriptor_suffix transfer_data");
  const intent = load(call, "payment_intent", call.params.id ?? "", "intent");
  if (intent.status !== "requires_capture") throw unexpected(intent, "capture");
  const capturable = Number(intent.amount_capturable);
  const amount = wholeNumber(call.form, "amount_to_capture") ?? capturable;
  if (amount < 1) throw invalid("This value must be greater than or equal to 1.", "amount_to_capture", "parameter_invalid_integer");
  if (amount > capturable) {
    throw invalid(
      `You cannot capture payment intent with amount ${amount}, which is greater than the capturable amount ${capturable}.`,
      "amount_to_capture",
      "amount_too_large",
    );
  }
  const charge = chargeOf(call, intent) as Charge;
  const entry = balance(call, { type: "charge", amount, fee: fee(amount), currency: charge.currency, source: charge.id });
  withhold(call, { id: charge.id, amount, currency: charge.currency });
  const captured = save(call, "charge", { ...charge, captured: true, amount_captured: amount, balance_transaction: entry });
  const next = save(call, "payment_intent", {
    ...intent,
    metadata: metadata(call.form, intent.metadata as Record<string, string>),
    amount_capturable: 0,
    amount_received: amount,
    status: "succeeded",
  });
  emit(call, "charge.captured", captured);
  emit(call, "payment_intent.succeeded", next);
  return next;
}

export function cancelIntent(call: StripeCall): Doc {
  known(call.form, "cancellation_reason");
  const reason = oneOf(call.form, "cancellation_reason", ["duplicate", "fraudulent", "requested_by_customer", "abandoned"]);
  const intent = load(call, "payment_intent", call.params.id ?? "", "intent");
  if (["succeeded", "canceled"].includes(String(intent.status))) throw unexpected(intent, "cancel");
  const charge = intent.status === "requires_capture" ? chargeOf(call, intent) : undefined;
  if (charge) save(call, "charge", { ...charge, refunded: true, amount_refunded: charge.amount });
  const next = save(call, "payment_intent", {
    ...intent,
    amount_capturable: 0,
    canceled_at: now(),
    cancellation_reason: reason ?? null,
    next_action: null,
    status: "canceled",
  });
  emit(call, "payment_intent.canceled", next);
  return next;
}

export function retrieveIntent(call: StripeCall): Doc {
  const intent = load(call, "payment_intent", call.params.id ?? "", "intent");
  const secret = text(call.form, "client_secret");
  if (secret && secret !== intent.client_secret)
    throw invalid("The client_secret provided does not match the client_secret associated with the PaymentIntent.", "client_secret");
  return intent;
}

export function listIntents(call: StripeCall): Doc {
  return page(call, { kind: "payment_intent", url: "/v1/payment_intents", equals: { customer: text(call.form, "customer") } });
}

export function searchIntents(call: StripeCall): Doc {
  return search(call, "payment_intent", "/v1/payment_intents/search");
}
