import { VISA } from "./cards.ts";
import {
  all,
  type Body,
  emit,
  invalid,
  load,
  type Money,
  moneyIn,
  newId,
  now,
  part,
  required,
  type SquareCall,
  save,
  shown,
  textOf,
} from "./context.ts";
import { paired } from "./devices.ts";
import { currencyOf } from "./merchants.ts";
import { charge } from "./payments.ts";

type Checkout = Body & { id: string; status: string; amount_money: Money; deadline: string };

const FIVE_MINUTES_MS = 5 * 60_000;
const OPEN: readonly string[] = ["PENDING", "IN_PROGRESS", "CANCEL_REQUESTED"];

function told(call: SquareCall, checkout: Checkout, event = "updated"): Checkout {
  const kept = save(call, "checkout", { ...checkout, updated_at: now() }) as Checkout;
  emit(call, `terminal.checkout.${event}`, { type: "checkout.event", id: kept.id, object: { checkout: seen(kept) } });
  return kept;
}

// The deadline stands in our store only: Square says how long a checkout may wait.
const seen = ({ deadline: _, ...rest }: Checkout): Body => rest;

/** One that nobody saw to in time is over. */
function find(call: SquareCall, id: string): Checkout {
  const found = shown(load(call, "checkout", id, "checkout")) as Checkout;
  if (!OPEN.includes(found.status) || Date.parse(found.deadline) > Date.now()) return found;
  return told(call, { ...found, status: "CANCELED", cancel_reason: "TIMED_OUT" });
}

export function createCheckout(call: SquareCall): Body {
  required(call.body, "idempotency_key", 64);
  const asked = part(call.body, "checkout");
  const amount_money = moneyIn(asked, "amount_money");
  if (amount_money.currency !== currencyOf(call))
    throw invalid("INVALID_VALUE", "The currency must match the currency of the seller.", "checkout.amount_money.currency");
  const device_options = part(asked, "device_options");
  const { location_id } = paired(call, required(device_options, "device_id"));
  const reference_id = textOf(asked, "reference_id");
  if ((reference_id?.length ?? 0) > 40)
    throw invalid("VALUE_TOO_LONG", "Field must not be greater than 40 in length", "checkout.reference_id");
  const note = textOf(asked, "note");
  const checkout: Checkout = {
    id: newId(13),
    amount_money,
    device_options: { tip_settings: { allow_tipping: false }, skip_receipt_screen: false, ...device_options },
    deadline_duration: "PT5M",
    status: "PENDING",
    created_at: now(),
    app_id: call.applicationId,
    location_id,
    payment_type: "CARD_PRESENT",
    payment_options: { autocomplete: true },
    ...(reference_id && { reference_id }),
    ...(note && { note }),
    deadline: new Date(Date.now() + FIVE_MINUTES_MS).toISOString(),
  };
  return { checkout: seen(told(call, checkout, "created")) };
}

export const getCheckout = (call: SquareCall): Body => ({ checkout: seen(find(call, call.params.id ?? "")) });

/** One that the terminal shows already is asked for there: it says when it has stopped. */
export function cancelCheckout(call: SquareCall): Body {
  const checkout = find(call, call.params.id ?? "");
  if (!OPEN.includes(checkout.status)) throw invalid("BAD_REQUEST", `The checkout cannot be canceled: it is ${checkout.status}.`);
  if (checkout.status === "PENDING")
    return { checkout: seen(told(call, { ...checkout, status: "CANCELED", cancel_reason: "SELLER_CANCELED" })) };
  return { checkout: seen(told(call, { ...checkout, status: "CANCEL_REQUESTED" })) };
}

/** The checkouts that a terminal is asked for, the oldest first. */
export const waitingAt = (call: SquareCall, deviceId: string): Checkout[] =>
  all(call, "checkout")
    .map(({ id }) => find(call, id))
    .filter((one) => OPEN.includes(one.status) && (one.device_options as Body).device_id === deviceId)
    .reverse();

export const OUTCOMES = ["show", "tap", "buyer cancels", "nobody comes", "stop"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What happens at a terminal: it shows the checkout, a card is held to it, somebody gives up. */
export function act(call: SquareCall, deviceId: string, outcome: Outcome): void {
  const [checkout] = waitingAt(call, deviceId);
  if (!checkout) throw invalid("BAD_REQUEST", "The terminal waits for nothing.");
  if (outcome === "show") return void told(call, { ...checkout, status: "IN_PROGRESS" });
  if (outcome === "stop" || checkout.status === "CANCEL_REQUESTED")
    return void told(call, { ...checkout, status: "CANCELED", cancel_reason: "SELLER_CANCELED" });
  if (outcome !== "tap") {
    const cancel_reason = outcome === "nobody comes" ? "TIMED_OUT" : "BUYER_CANCELED";
    return void told(call, { ...checkout, status: "CANCELED", cancel_reason });
  }
  const { reference_id, note, amount_money, location_id, id } = checkout;
  const rest = { terminal_checkout_id: id, ...(reference_id ? { reference_id } : {}), ...(note ? { note } : {}) };
  const made = { amount_money, card: VISA, entry: "CONTACTLESS", location_id: String(location_id), rest };
  const payment = charge(call, made, true);
  told(call, { ...checkout, status: "COMPLETED", payment_ids: [payment.id] });
}
