import { flag, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { debit, underWay, unproven } from "./bank-debits.ts";
import { withhold } from "./capital.ts";
import { type Decline, NEEDS_AUTHENTICATION, NOT_AUTHENTICATED, SWITCHED_OFF } from "./cards.ts";
import { makeCharge } from "./charges.ts";
import { emit, load, type StripeCall, save } from "./context.ts";
import { dispute } from "./disputes.ts";
import { invalid, unexpected } from "./errors.ts";
import { attach, cardError, inlineMethod, markSetUp, resolveMethod, secretOf } from "./payment-methods.ts";

const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Confirms an intent: charges, asks for authentication, or declines, as the card's behaviour says. */
export function confirm(call: StripeCall, stored: Doc): Doc {
  const { form } = call;
  if (!OPEN.includes(String(stored.status))) throw unexpected(stored, "confirm");
  const given = text(form, "payment_method");
  const method =
    (given ? resolveMethod(call, given) : inlineMethod(call)) ??
    (stored.payment_method ? load(call, "payment_method", String(stored.payment_method)) : undefined);
  if (!method) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      undefined,
      "payment_intent_unexpected_state",
    );
  }
  const automatic = stored.automatic_payment_methods as { allow_redirects: string } | null;
  const returnUrl = text(form, "return_url");
  if (automatic?.allow_redirects === "always" && !returnUrl) {
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      "return_url",
    );
  }
  if (method.customer && stored.customer !== method.customer) {
    throw invalid(
      "The provided PaymentMethod was previously used with or attached to another customer. Provide the `customer` it belongs to.",
      "payment_method",
    );
  }
  const intent = save(call, "payment_intent", {
    ...stored,
    payment_method: method.id,
    ...(text(form, "setup_future_usage") ? { setup_future_usage: text(form, "setup_future_usage") } : {}),
    ...(text(form, "capture_method") ? { capture_method: text(form, "capture_method") } : {}),
    ...(text(form, "receipt_email") ? { receipt_email: text(form, "receipt_email") } : {}),
  });
  const { behaviour, setUp } = secretOf(call, method.id);
  if (behaviour.bank) return debit(call, intent, method, behaviour.bank);
  const asks = behaviour.authenticate === "always" || (behaviour.authenticate === "unless_setup" && !setUp);
  const decline = call.declineAll ? SWITCHED_OFF : behaviour.charge;
  if (decline) return declined(call, intent, method, decline);
  if (!asks) return succeed(call, intent, method);
  if (flag(form, "off_session") || flag(form, "error_on_requires_action")) return declined(call, intent, method, NEEDS_AUTHENTICATION);
  return challenge(call, intent, returnUrl);
}

function challenge(call: StripeCall, intent: Doc, returnUrl: string | undefined): Doc {
  const url = `${call.publicBase}/sandbox/stripe/authenticate/${intent.id}`;
  const next = save(call, "payment_intent", {
    ...intent,
    status: "requires_action",
    next_action: returnUrl
      ? { redirect_to_url: { return_url: returnUrl, url }, type: "redirect_to_url" }
      : { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } },
  });
  emit(call, "payment_intent.requires_action", next);
  return next;
}

/** Stores the refused charge, tells the webhook, and answers 402. */
export function declined(call: StripeCall, intent: Doc, method: Doc, decline: Decline): never {
  const charge = makeCharge(call, intent, method, false, decline);
  const error = { ...decline, charge: charge.id, payment_method: method, type: "card_error" };
  const next = save(call, "payment_intent", {
    ...intent,
    latest_charge: charge.id,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  emit(call, "charge.failed", charge);
  emit(call, "payment_intent.payment_failed", next);
  throw cardError(decline, { charge: charge.id, payment_intent: next, payment_method: method });
}

export function succeed(call: StripeCall, intent: Doc, method: Doc): Doc {
  const manual = intent.capture_method === "manual";
  const charge = makeCharge(call, intent, method, !manual);
  const amount = Number(intent.amount);
  if (!manual) withhold(call, charge);
  const next = save(call, "payment_intent", {
    ...intent,
    amount_capturable: manual ? amount : 0,
    amount_received: manual ? 0 : amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: manual ? "requires_capture" : "succeeded",
  });
  if (intent.setup_future_usage && intent.customer) {
    attach(call, method, String(intent.customer));
    markSetUp(call, method.id);
  }
  emit(call, "charge.succeeded", charge);
  emit(call, manual ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", next);
  const { behaviour } = secretOf(call, method.id);
  if (behaviour.dispute && !manual) dispute(call, charge, behaviour.dispute);
  return next;
}

/** The answer of the person in front of the 3-D Secure page. */
export function authenticate(call: StripeCall, intent: Doc, passed: boolean): Doc {
  if (intent.status !== "requires_action") throw unexpected(intent, "authenticate");
  const method = load(call, "payment_method", String(intent.payment_method));
  const { afterwards, bank } = secretOf(call, method.id).behaviour;
  if (bank) return passed ? underWay(call, intent, method, bank) : unproven(call, intent, method);
  if (passed && !afterwards) return succeed(call, intent, method);
  if (passed && afterwards) {
    try {
      return declined(call, intent, method, afterwards);
    } catch {
      return load(call, "payment_intent", intent.id);
    }
  }
  const next = save(call, "payment_intent", {
    ...intent,
    last_payment_error: { ...NOT_AUTHENTICATED, payment_method: method, type: "invalid_request_error" },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  emit(call, "payment_intent.payment_failed", next);
  return next;
}
