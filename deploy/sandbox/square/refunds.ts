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
  required,
  type SquareCall,
  SquareRefusal,
  save,
  shown,
} from "./context.ts";
import { findPayment, noteRefund } from "./payments.ts";

export function refundPayment(call: SquareCall): Body {
  required(call.body, "idempotency_key", 45);
  const amount_money = moneyIn(call.body, "amount_money");
  const payment = findPayment(call, required(call.body, "payment_id"));
  const reason = typeof call.body.reason === "string" ? call.body.reason : "";
  if (reason.length > 192) throw invalid("VALUE_TOO_LONG", "Field must not be greater than 192 in length", "reason");
  if (payment.status !== "COMPLETED") throw invalid("BAD_REQUEST", "Only a completed payment can be refunded.", "payment_id");
  const gone = (payment.refunded_money as Money | undefined)?.amount ?? 0;
  if (amount_money.amount > payment.amount_money.amount - gone) {
    const detail = "The requested refund amount exceeds the amount available to refund.";
    throw new SquareRefusal(400, { category: "REFUND_ERROR", code: "REFUND_AMOUNT_INVALID", detail, field: "amount_money.amount" });
  }
  const refund = save(call, "refund", {
    id: `${payment.id}_${newId(43)}`,
    status: "PENDING",
    amount_money,
    payment_id: payment.id,
    order_id: newId(29),
    location_id: payment.location_id,
    reason,
    created_at: now(),
    updated_at: now(),
  });
  noteRefund(call, payment, refund.id, amount_money.amount);
  emit(call, "refund.created", { type: "refund", id: refund.id, object: { refund } });
  return { refund };
}

export const getRefund = (call: SquareCall): Body => ({ refund: shown(load(call, "refund", call.params.id ?? "", "refund")) });

export function listRefunds(call: SquareCall): Body {
  const begin = call.query.get("begin_time");
  const since = begin ? Date.parse(begin) : 0;
  return page(
    call,
    "refunds",
    all(call, "refund").filter(({ created_at }) => Date.parse(String(created_at)) >= since),
  );
}

/** The bank took it, or did not. */
export function endRefund(call: SquareCall, id: string, status: "COMPLETED" | "FAILED" | "REJECTED"): Body {
  const refund = save(call, "refund", { ...shown(load(call, "refund", id, "refund")), status, updated_at: now() });
  emit(call, "refund.updated", { type: "refund", id, object: { refund } });
  return refund;
}
