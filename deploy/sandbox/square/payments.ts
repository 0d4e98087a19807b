import { chargeableCard } from "./cards.ts";
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
  page,
  part,
  required,
  type SquareCall,
  save,
  shown,
  textOf,
} from "./context.ts";
import { contested } from "./disputes.ts";
import { currencyOf, locations } from "./merchants.ts";

type Payment = Body & { id: string; status: string; amount_money: Money };

function keep(call: SquareCall, payment: Payment, event: "created" | "updated"): Payment {
  const kept = save(call, "payment", { ...payment, updated_at: now() }) as Payment;
  emit(call, `payment.${event}`, { type: "payment", id: kept.id, object: { payment: kept } });
  return kept;
}

export const findPayment = (call: SquareCall, id: string): Payment => shown(load(call, "payment", id, "payment")) as Payment;

// 2.6 percent and 15 cents, as Square takes it for a card in the United States.
const feeOf = ({ amount, currency }: Money): Body => ({
  effective_at: now(),
  type: "INITIAL",
  amount_money: { amount: Math.round(amount * 0.026) + 15, currency },
});

export type NewPayment = { amount_money: Money; card: Body; entry: string; location_id: string; rest: Body };

/** Held on the card; completed at once where that is asked for. */
export function charge(call: SquareCall, { amount_money, card, entry, location_id, rest }: NewPayment, complete: boolean): Payment {
  const id = newId(29);
  const payment: Payment = {
    id,
    created_at: now(),
    amount_money,
    total_money: amount_money,
    approved_money: amount_money,
    status: complete ? "COMPLETED" : "APPROVED",
    delay_duration: "PT168H",
    delay_action: "CANCEL",
    delayed_until: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    source_type: "CARD",
    card_details: { status: complete ? "CAPTURED" : "AUTHORIZED", card, entry_method: entry },
    location_id,
    order_id: newId(29),
    application_details: { square_product: "ECOMMERCE_API", application_id: call.applicationId },
    version_token: newId(36),
    ...(complete && { processing_fee: [feeOf(amount_money)], receipt_number: id.slice(0, 4) }),
    ...rest,
  };
  const made = keep(call, payment, "created");
  if (complete) contested(call, made);
  return made;
}

export function createPayment(call: SquareCall): Body {
  const { body } = call;
  required(body, "idempotency_key", 45);
  const amount_money = moneyIn(body, "amount_money");
  if (amount_money.currency !== currencyOf(call))
    throw invalid("INVALID_VALUE", "The currency must match the currency of the seller.", "amount_money.currency");
  const location_id = textOf(body, "location_id") ?? locations(call)[0]?.id ?? "";
  if (!locations(call).some(({ id }) => id === location_id)) throw invalid("INVALID_LOCATION", "Location not found.", "location_id");
  const customer_id = textOf(body, "customer_id");
  const reference_id = textOf(body, "reference_id");
  if ((reference_id?.length ?? 0) > 40) throw invalid("VALUE_TOO_LONG", "Field must not be greater than 40 in length", "reference_id");
  const card = chargeableCard(call, required(body, "source_id"), customer_id);
  const note = textOf(body, "note");
  const rest = { ...(customer_id && { customer_id }), ...(reference_id && { reference_id }), ...(note && { note }) };
  const entry = String(body.source_id).startsWith("ccof:") ? "ON_FILE" : "KEYED";
  return { payment: charge(call, { amount_money, card, entry, location_id, rest }, body.autocomplete !== false) };
}

export const getPayment = (call: SquareCall): Body => ({ payment: findPayment(call, call.params.id ?? "") });

const mustBe = (payment: Payment, status: string, verb: string): void => {
  if (payment.status !== status) throw invalid("BAD_REQUEST", `The payment cannot be ${verb} in its current state: ${payment.status}.`);
};

export function completePayment(call: SquareCall): Body {
  const held = findPayment(call, call.params.id ?? "");
  mustBe(held, "APPROVED", "completed");
  const card_details = { ...part(held, "card_details"), status: "CAPTURED" };
  const done = { ...held, status: "COMPLETED", card_details, processing_fee: [feeOf(held.amount_money)] };
  const payment = keep(call, done, "updated");
  contested(call, payment);
  return { payment };
}

export function cancelPayment(call: SquareCall): Body {
  const payment = findPayment(call, call.params.id ?? "");
  mustBe(payment, "APPROVED", "canceled");
  const card_details = { ...part(payment, "card_details"), status: "VOIDED" };
  return { payment: keep(call, { ...payment, status: "CANCELED", card_details }, "updated") };
}

export function listPayments(call: SquareCall): Body {
  const [begin, location] = [call.query.get("begin_time"), call.query.get("location_id")];
  const since = begin ? Date.parse(begin) : 0;
  const found = all(call, "payment").filter(
    (one) => Date.parse(String(one.created_at)) >= since && (!location || one.location_id === location),
  );
  return page(call, "payments", found);
}

/** What a payment still holds after a refund of it. */
export function noteRefund(call: SquareCall, payment: Payment, refundId: string, amount: number): void {
  const before = (payment.refunded_money as Money | undefined)?.amount ?? 0;
  const refunded_money = { amount: before + amount, currency: payment.amount_money.currency };
  keep(call, { ...payment, refunded_money, refund_ids: [...((payment.refund_ids as string[]) ?? []), refundId] }, "updated");
}
