import { flag, list, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { SWITCHED_OFF } from "./cards.ts";
import { emit, known, load, metadata, newId, now, oneOf, type StripeCall, save } from "./context.ts";
import { invalid } from "./errors.ts";
import { page } from "./lists.ts";
import { attach, cardError, inlineMethod, markSetUp, resolveMethod, secretOf } from "./payment-methods.ts";

const CREATE =
  "allowed_payment_method_types excluded_payment_method_types automatic_payment_methods confirm customer description payment_method payment_method_data payment_method_options payment_method_types return_url usage " +
  "mandate_data on_behalf_of single_use use_stripe_sdk attach_to_self flow_directions";

export function createSetup(call: StripeCall): Doc {
  const { form } = call;
  known(form, CREATE);
  const customer = text(form, "customer");
  if (customer) load(call, "customer", customer, "customer");
  const given = text(form, "payment_method");
  const method = given ? resolveMethod(call, given) : inlineMethod(call);
  const id = newId("seti");
  const types = [...list(form, "allowed_payment_method_types"), ...list(form, "payment_method_types")];
  const intent: Doc = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: types.length > 0 ? types : null,
    application: null,
    automatic_payment_methods: types.length > 0 ? null : { allow_redirects: "always", enabled: true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    created: now(),
    customer: customer ?? null,
    description: text(form, "description") ?? null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    metadata: metadata(form),
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_types: types.length > 0 ? types : ["card"],
    status: method ? "requires_confirmation" : "requires_payment_method",
    usage: oneOf(form, "usage", ["on_session", "off_session"]) ?? "off_session",
  };
  save(call, "setup_intent", intent);
  emit(call, "setup_intent.created", intent);
  return flag(form, "confirm") ? confirmWith(call, intent) : intent;
}

function confirmWith(call: StripeCall, intent: Doc): Doc {
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(String(intent.status))) {
    throw invalid(
      `You cannot confirm this SetupIntent because it has a status of ${String(intent.status)}.`,
      undefined,
      "setup_intent_unexpected_state",
    );
  }
  const given = text(call.form, "payment_method");
  const method =
    (given ? resolveMethod(call, given) : inlineMethod(call)) ??
    (intent.payment_method ? load(call, "payment_method", String(intent.payment_method)) : undefined);
  if (!method)
    throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", undefined, "setup_intent_unexpected_state");
  const { behaviour } = secretOf(call, method.id);
  const decline = call.declineAll ? SWITCHED_OFF : behaviour.attach;
  if (decline) {
    const failed = save(call, "setup_intent", {
      ...intent,
      payment_method: null,
      last_setup_error: { ...decline, type: "card_error" },
      status: "requires_payment_method",
    });
    emit(call, "setup_intent.setup_failed", failed);
    throw cardError(decline, { setup_intent: failed, payment_method: method });
  }
  const held = { ...intent, payment_method: method.id };
  if (!behaviour.authenticate) return finish(call, held, method);
  const url = `${call.publicBase}/sandbox/stripe/authenticate/${intent.id}`;
  const returnUrl = text(call.form, "return_url");
  const next = save(call, "setup_intent", {
    ...held,
    status: "requires_action",
    next_action: returnUrl
      ? { redirect_to_url: { return_url: returnUrl, url }, type: "redirect_to_url" }
      : { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } },
  });
  emit(call, "setup_intent.requires_action", next);
  return next;
}

function finish(call: StripeCall, intent: Doc, method: Doc): Doc {
  if (intent.customer) attach(call, method, String(intent.customer));
  markSetUp(call, method.id);
  const done = save(call, "setup_intent", { ...intent, status: "succeeded", next_action: null, last_setup_error: null });
  emit(call, "setup_intent.succeeded", done);
  return done;
}

export function authenticateSetup(call: StripeCall, intent: Doc, passed: boolean): Doc {
  if (intent.status !== "requires_action") throw invalid("This SetupIntent does not wait for authentication.");
  if (passed) return finish(call, intent, load(call, "payment_method", String(intent.payment_method)));
  const failed = save(call, "setup_intent", {
    ...intent,
    payment_method: null,
    next_action: null,
    status: "requires_payment_method",
    last_setup_error: {
      code: "setup_intent_authentication_failure",
      message: "We are unable to authenticate your payment method.",
      type: "invalid_request_error",
    },
  });
  emit(call, "setup_intent.setup_failed", failed);
  return failed;
}

export function confirmSetup(call: StripeCall): Doc {
  return confirmWith(call, load(call, "setup_intent", call.params.id ?? "", "intent"));
}

export function cancelSetup(call: StripeCall): Doc {
  const intent = load(call, "setup_intent", call.params.id ?? "", "intent");
  if (["succeeded", "canceled"].includes(String(intent.status))) {
    throw invalid(
      `You cannot cancel this SetupIntent because it has a status of ${String(intent.status)}.`,
      undefined,
      "setup_intent_unexpected_state",
    );
  }
  const next = save(call, "setup_intent", {
    ...intent,
    status: "canceled",
    next_action: null,
    cancellation_reason: text(call.form, "cancellation_reason") ?? null,
  });
  emit(call, "setup_intent.canceled", next);
  return next;
}

export function retrieveSetup(call: StripeCall): Doc {
  return load(call, "setup_intent", call.params.id ?? "", "intent");
}

export function listSetups(call: StripeCall): Doc {
  const equals = { customer: text(call.form, "customer"), payment_method: text(call.form, "payment_method") };
  return page(call, { kind: "setup_intent", url: "/v1/setup_intents", equals });
}
