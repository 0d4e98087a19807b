import { group, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { SWITCHED_OFF } from "./cards.ts";
import { declined, succeed } from "./confirm.ts";
import { emit, known, load, metadata, newId, now, required, type StripeCall, save } from "./context.ts";
import { invalid, StripeError } from "./errors.ts";
import { page } from "./lists.ts";
import { presentedMethod, secretOf } from "./payment-methods.ts";

// Stripe Terminal: places, simulated readers by the registration codes of Stripe's testing page, and what somebody holds to them.

const COUNTRIES = "AT AU BE CA DE DK ES FR GB IE NL NZ SE SG US".split(" ");
const CODES: Record<string, string> = { "simulated-wpe": "simulated_wisepos_e", "simulated-s700": "simulated_stripe_s700" };

type Action = Record<string, unknown> & { status: string; process_payment_intent: { payment_intent: string } };
const LOCATION = "terminal.location";
const READER = "terminal.reader";

function addressOf(call: StripeCall, before: Record<string, unknown> = {}): Record<string, unknown> {
  const given = group(call.form, "address") ?? {};
  const part = (name: string) => text(given, name) ?? before[name] ?? null;
  const country = part("country");
  if (!country) throw invalid("Missing required param: address[country].", "address[country]", "parameter_missing");
  if (!COUNTRIES.includes(String(country)))
    throw invalid(`Terminal is not available in '${country}'.`, "address[country]", "terminal_location_country_unsupported");
  return {
    city: part("city"),
    country,
    line1: part("line1"),
    line2: part("line2"),
    postal_code: part("postal_code"),
    state: part("state"),
  };
}

export function createLocation(call: StripeCall): Doc {
  known(call.form, "display_name address configuration_overrides phone");
  return save(call, LOCATION, {
    id: newId("tml", 16),
    object: LOCATION,
    address: addressOf(call),
    created: now(),
    display_name: required(call.form, "display_name"),
    livemode: false,
    metadata: metadata(call.form),
  });
}

export const retrieveLocation = (call: StripeCall): Doc => load(call, LOCATION, call.params.id ?? "", "location");

export function updateLocation(call: StripeCall): Doc {
  known(call.form, "display_name address configuration_overrides phone");
  const location = retrieveLocation(call);
  const address = addressOf(call, location.address as Record<string, unknown>);
  const display_name = text(call.form, "display_name") ?? location.display_name;
  return save(call, LOCATION, { ...location, address, display_name });
}

export const listLocations = (call: StripeCall): Doc => page(call, { kind: LOCATION, url: "/v1/terminal/locations" });

export function createReader(call: StripeCall): Doc {
  known(call.form, "registration_code label location");
  const location = load(call, LOCATION, required(call.form, "location"), "location");
  const deviceType = CODES[required(call.form, "registration_code")];
  if (!deviceType) throw invalid("The registration code is invalid or expired.", "registration_code", "invalid_registration_code");
  const id = newId("tmr", 16);
  return save(call, READER, {
    id,
    object: READER,
    action: null,
    created: now(),
    device_sw_version: "",
    device_type: deviceType,
    ip_address: "0.0.0.0",
    label: text(call.form, "label") ?? `${deviceType}-${id.slice(-4)}`,
    livemode: false,
    location: location.id,
    metadata: metadata(call.form),
    serial_number: id.slice(4),
    status: "online",
  });
}

export const retrieveReader = (call: StripeCall): Doc => load(call, READER, call.params.id ?? "", "reader");

export function updateReader(call: StripeCall): Doc {
  known(call.form, "label");
  const reader = retrieveReader(call);
  return save(call, READER, { ...reader, label: text(call.form, "label") ?? reader.label });
}

export function listReaders(call: StripeCall): Doc {
  const equals = { location: text(call.form, "location"), status: text(call.form, "status") };
  return page(call, { kind: READER, url: "/v1/terminal/readers", equals });
}

export function deleteReader(call: StripeCall): Doc {
  const { id } = retrieveReader(call);
  call.store.remove(id);
  return { id, object: READER, deleted: true };
}

export function createConnectionToken(call: StripeCall): Doc {
  known(call.form, "location");
  const location = text(call.form, "location");
  if (location) load(call, LOCATION, location, "location");
  return { id: "", object: "terminal.connection_token", secret: newId("pst_test", 32), ...(location ? { location } : {}) };
}

const isBusy = (reader: Doc): boolean => (reader.action as Action | null)?.status === "in_progress";

function mustAnswer(reader: Doc): void {
  if (reader.status === "offline")
    throw invalid(
      "Reader is currently offline, please ensure the reader is powered on and connected to the internet before retrying your request.",
      "reader",
      "terminal_reader_offline",
    );
}

export function processIntent(call: StripeCall): Doc {
  known(call.form, "payment_intent process_config");
  const reader = retrieveReader(call);
  const intent = load(call, "payment_intent", required(call.form, "payment_intent"), "payment_intent");
  mustAnswer(reader);
  if (isBusy(reader))
    throw invalid(
      "Reader is currently busy processing another request, please wait until the request has completed.",
      "reader",
      "terminal_reader_busy",
    );
  if (intent.status !== "requires_payment_method" || !(intent.payment_method_types as string[]).includes("card_present"))
    throw invalid("This PaymentIntent cannot be processed by a reader.", "payment_intent", "intent_invalid_state");
  const action = { type: "process_payment_intent", status: "in_progress", failure_code: null, failure_message: null };
  return save(call, READER, { ...reader, action: { ...action, process_payment_intent: { payment_intent: intent.id } } });
}

export function cancelAction(call: StripeCall): Doc {
  const reader = retrieveReader(call);
  mustAnswer(reader);
  return save(call, READER, { ...reader, action: null });
}

function ended(call: StripeCall, reader: Doc, failure?: { code: string; message: string }): Doc {
  const action = { ...(reader.action as Action), status: failure ? "failed" : "succeeded" };
  const next = save(call, READER, {
    ...reader,
    action: { ...action, failure_code: failure?.code ?? null, failure_message: failure?.message ?? null },
  });
  emit(call, failure ? "terminal.reader.action_failed" : "terminal.reader.action_succeeded", next);
  return next;
}

function waiting(call: StripeCall): { reader: Doc; intent: Doc } {
  const reader = retrieveReader(call);
  if (!isBusy(reader)) throw invalid("The reader does not wait for a card.", "reader", "intent_invalid_state");
  const { payment_intent } = (reader.action as Action).process_payment_intent;
  return { reader, intent: load(call, "payment_intent", payment_intent) };
}

/** Somebody holds a test card to a simulated reader. */
export function presentMethod(call: StripeCall): Doc {
  known(call.form, "type card_present amount_tip");
  const { reader, intent } = waiting(call);
  const number = text(group(call.form, "card_present"), "number") ?? "4242424242424242";
  if (intent.status === "canceled")
    return ended(call, reader, { code: "intent_invalid_state", message: "The PaymentIntent was canceled." });
  const method = presentedMethod(call, number);
  const decline = call.declineAll ? SWITCHED_OFF : secretOf(call, method.id).behaviour.charge;
  if (!decline) {
    succeed(call, save(call, "payment_intent", { ...intent, payment_method: method.id }), method);
    return ended(call, reader);
  }
  try {
    declined(call, intent, method, decline);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
  return ended(call, reader, decline);
}

/** Nobody holds a card to it for too long. */
export function timeOut(call: StripeCall): Doc {
  const { reader } = waiting(call);
  return ended(call, reader, { code: "customer_canceled", message: "No card was presented in time." });
}

/** Switches a simulated reader off and on; Stripe's own go offline by being unplugged. */
export function plug(call: StripeCall, id: string, online: boolean): Doc {
  return save(call, READER, { ...load(call, READER, id), status: online ? "online" : "offline" });
}
