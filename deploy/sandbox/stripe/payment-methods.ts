import { type Form, group, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { bankMethodNamed, bankMethodOf } from "./bank-debits.ts";
import { type Behaviour, byNumber, byToken, type Decline, fingerprint, luhn, NOT_A_TEST_CARD, type TestCard } from "./cards.ts";
import { emit, known, load, metadata, newId, now, oneOf, required, type StripeCall, save } from "./context.ts";
import { invalid, missing, StripeError } from "./errors.ts";
import { page } from "./lists.ts";

/** What the sandbox knows of a card and Stripe would not show; kept beside the payment method. */
type Secret = { id: string; behaviour: Behaviour; setUp: boolean };

export function cardError(decline: Decline, extra: Record<string, unknown> = {}, saved = true): StripeError {
  return new StripeError(402, { type: "card_error", ...decline, ...extra }, saved);
}

function checkCard(form: Form): { card: TestCard; expMonth: number; expYear: number; cvc: string | undefined } {
  const number = required(form, "number").replace(/[\s-]/g, "");
  const wrong = (code: string, message: string, param: string) => cardError({ code, message, param }, {}, false);
  if (!/^\d{12,19}$/.test(number)) throw wrong("invalid_number", "The card number is not a valid credit card number.", "number");
  if (!luhn(number)) throw wrong("incorrect_number", "Your card number is incorrect.", "number");
  const card = byNumber(number);
  if (!card) throw cardError(NOT_A_TEST_CARD, {}, false);
  const expMonth = Number(required(form, "exp_month"));
  const short = Number(required(form, "exp_year"));
  const expYear = short < 100 ? 2000 + short : short;
  const today = new Date();
  if (!(expMonth >= 1 && expMonth <= 12)) throw wrong("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  const past = expYear < today.getUTCFullYear() || (expYear === today.getUTCFullYear() && expMonth < today.getUTCMonth() + 1);
  if (past || !(expYear < 2100)) throw wrong("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  const cvc = text(form, "cvc");
  if (cvc && !(card.brand === "amex" ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
    throw wrong("invalid_cvc", "Your card's security code is invalid.", "cvc");
  return { card, expMonth, expYear, cvc };
}

function methodOf(call: StripeCall, card: TestCard, details: { expMonth: number; expYear: number; cvc: string | undefined }): Doc {
  const billing = group(call.form, "billing_details") ?? group(group(call.form, "payment_method_data"), "billing_details");
  const method: Doc = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: text(call.form, "allow_redisplay") ?? "unspecified",
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...group(billing, "address") },
      email: text(billing, "email") ?? null,
      name: text(billing, "name") ?? null,
      phone: text(billing, "phone") ?? null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: details.cvc ? "pass" : null },
      country: card.country,
      display_brand: card.brand,
      exp_month: details.expMonth,
      exp_year: details.expYear,
      fingerprint: fingerprint(card.number),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(),
    customer: null,
    livemode: false,
    metadata: metadata(call.form),
    type: "card",
  };
  const { number: _, brand, funding, country, names, ...behaves } = card;
  const cvcOnly = card.charge?.code === "incorrect_cvc" && !details.cvc;
  const behaviour: Behaviour = cvcOnly ? {} : behaves;
  call.store.put("secret", { id: `secret_${method.id}`, behaviour, setUp: false } satisfies Secret, call.account);
  return save(call, "payment_method", method);
}

/** A test card as a reader reads it. */
export function presentedMethod(call: StripeCall, number: string): Doc {
  const { card, ...details } = checkCard({ number, exp_month: "12", exp_year: String(new Date().getUTCFullYear() + 1) });
  const { card: read, ...method } = methodOf(call, card, details);
  return save(call, "payment_method", { ...method, id: String(method.id), type: "card_present", card_present: read });
}

function fromToken(call: StripeCall, token: string): Doc | undefined {
  const bank = bankMethodNamed(call, token);
  if (bank) return bank;
  const card = byToken(token);
  if (!card) return undefined;
  return methodOf(call, card, { expMonth: new Date().getUTCMonth() + 1, expYear: new Date().getUTCFullYear() + 1, cvc: "123" });
}

function fromForm(call: StripeCall, form: Form): Doc {
  const type = text(form, "type") ?? "card";
  if (type === "us_bank_account") return bankMethodOf(call, form);
  if (type !== "card") throw invalid(`The payment method type "${type}" is invalid.`, "type");
  const card = group(form, "card");
  if (!card) throw invalid("Missing required param: card.", "card", "parameter_missing");
  const token = text(card, "token");
  if (!token) {
    const { card: found, ...details } = checkCard(card);
    return methodOf(call, found, details);
  }
  const stored = call.store.get<Doc & { payment_method: string }>("token", token, call.account);
  if (stored) return load(call, "payment_method", stored.payment_method);
  const known = fromToken(call, token);
  if (!known) throw missing("token", token, "card[token]");
  return known;
}

/** A stored payment method, or one made from a test id such as `pm_card_visa`. */
export function resolveMethod(call: StripeCall, id: string, param = "payment_method"): Doc {
  return call.store.get("payment_method", id, call.account) ?? fromToken(call, id) ?? load(call, "payment_method", id, param);
}

export function inlineMethod(call: StripeCall): Doc | undefined {
  const data = group(call.form, "payment_method_data");
  return data ? fromForm(call, data) : undefined;
}

export function secretOf(call: StripeCall, methodId: string): Secret {
  return call.store.get<Secret>("secret", `secret_${methodId}`) ?? { id: `secret_${methodId}`, behaviour: {}, setUp: false };
}

export function markSetUp(call: StripeCall, methodId: string): void {
  call.store.put("secret", { ...secretOf(call, methodId), setUp: true }, call.account);
}

export function createMethod(call: StripeCall): Doc {
  known(call.form, "type card us_bank_account billing_details allow_redisplay customer payment_method");
  const lent = text(call.form, "payment_method");
  return lent ? lend(call, lent) : fromForm(call, call.form);
}

/** A card of the platform's, made anew on a connected account: whoever has it attached there has to be named. */
function lend(call: StripeCall, id: string): Doc {
  if (!call.account) throw invalid("You must provide a Stripe-Account header to clone a PaymentMethod.", "payment_method");
  const platform = { ...call, account: "" };
  const method = load(platform, "payment_method", id, "payment_method");
  if (method.customer !== null && method.customer !== text(call.form, "customer"))
    throw invalid("The customer must be the one that the PaymentMethod is attached to.", "customer");
  const made = save(call, "payment_method", { ...method, id: newId("pm"), customer: null, created: now() });
  call.store.put("secret", { ...secretOf(call, id), id: `secret_${made.id}` }, call.account);
  return made;
}

export function createToken(call: StripeCall): Doc {
  const card = group(call.form, "card");
  if (!card) throw invalid("Missing required param: card.", "card", "parameter_missing");
  const method = fromForm(call, { type: "card", card });
  const token: Doc = {
    id: newId("tok"),
    object: "token",
    card: { ...(method.card as object), id: newId("card"), object: "card" },
    created: now(),
    livemode: false,
    type: "card",
    used: false,
  };
  call.store.put("token", { ...token, payment_method: method.id }, call.account);
  return token;
}

export function retrieveMethod(call: StripeCall): Doc {
  return resolveMethod(call, call.params.id ?? "", "payment_method");
}

export function updateMethod(call: StripeCall): Doc {
  const method = load(call, "payment_method", call.params.id ?? "");
  const billing = group(call.form, "billing_details");
  const card = group(call.form, "card");
  const next = save(call, "payment_method", {
    ...method,
    metadata: metadata(call.form, method.metadata as Record<string, string>),
    billing_details: { ...(method.billing_details as object), ...billing },
    card: {
      ...(method.card as object),
      ...(text(card, "exp_month") ? { exp_month: Number(text(card, "exp_month")) } : {}),
      ...(text(card, "exp_year") ? { exp_year: Number(text(card, "exp_year")) } : {}),
    },
  });
  emit(call, "payment_method.updated", next);
  return next;
}

/** Ties a card to a customer; the card may refuse. */
export function attach(call: StripeCall, method: Doc, customerId: string): Doc {
  load(call, "customer", customerId, "customer");
  if (method.customer && method.customer !== customerId) {
    throw invalid(
      "The payment method you provided has already been attached to a customer.",
      "payment_method",
      "payment_method_unexpected_state",
    );
  }
  const decline = secretOf(call, method.id).behaviour.attach;
  if (decline) throw cardError(decline);
  if (method.customer === customerId) return method;
  const next = save(call, "payment_method", { ...method, customer: customerId });
  emit(call, "payment_method.attached", next);
  return next;
}

export function attachMethod(call: StripeCall): Doc {
  return attach(call, resolveMethod(call, call.params.id ?? ""), required(call.form, "customer"));
}

export function detachMethod(call: StripeCall): Doc {
  const method = load(call, "payment_method", call.params.id ?? "");
  if (!method.customer)
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.", "payment_method");
  const next = save(call, "payment_method", { ...method, customer: null });
  emit(call, "payment_method.detached", next, { customer: method.customer });
  return next;
}

export function methodsOf(call: StripeCall, customer: string): Doc[] {
  return call.store.list({ kinds: ["payment_method"], account: call.account, equals: { customer } }).map((row) => row.doc);
}

export function listMethods(call: StripeCall): Doc {
  const customer = call.params.id ?? text(call.form, "customer");
  oneOf(call.form, "type", ["card", "us_bank_account", "link", "card_present"]);
  if (customer) load(call, "customer", customer, "customer");
  const url = call.params.id ? `/v1/customers/${call.params.id}/payment_methods` : "/v1/payment_methods";
  return page(call, {
    kind: "payment_method",
    url,
    equals: { customer, type: text(call.form, "type") },
    keep: (doc) => doc.customer !== null,
  });
}

export function retrieveCustomerMethod(call: StripeCall): Doc {
  const method = load(call, "payment_method", call.params.method ?? "");
  if (method.customer !== call.params.id) throw missing("PaymentMethod", method.id, "payment_method");
  return method;
}
