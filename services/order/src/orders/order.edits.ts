import { fail } from "@leashline/kit";
import { parsePercent } from "../totals/percent.ts";
import { type AppointmentLine, followAppointment, isUnchanged, type ServiceLine } from "./appointment-lines.ts";
import { lineKind, lineOfAppointment, moneyMoved, type Order, type OrderDiscount, type OrderLine, reckoned, taxedBy } from "./order.ts";
import { canEdit, canMove, type OrderMove, orderMoves } from "./order-moves.ts";
import { type RefundChannel, refundChannels } from "./refund-channels.ts";
import { asItWas, inOrderGiven, putAside } from "./set-aside.ts";

export type TaxRules = ReadonlyMap<string, { name: string; rate: string }>;

// 51006 unless lines, discounts and tips may still change.
export function editable(order: Order): Order {
  if (!canEdit(order.state)) throw fail("INVOICE_STATUS_INVALID", { facts: { status: order.state } });
  return order;
}

export function moved(order: Order, move: OrderMove, now: Date): Order {
  if (!canMove(move, order.state)) throw fail("INVOICE_STATUS_INVALID", { facts: { status: order.state } });
  const state = orderMoves[move].to;
  return {
    ...order,
    state,
    completedAt: state === "completed" ? now : null,
    cancelledAt: state === "cancelled" ? now : null,
  };
}

function serviceLines(order: Order): ServiceLine[] {
  return order.lines
    .filter((line) => line.detailId !== "0")
    .map((line) => ({
      orderLineItemId: line.orderLineItemId,
      staffSet: line.staffSet,
      lineId: line.detailId,
      petId: line.petId,
      petName: line.petName,
      serviceId: line.serviceId,
      serviceName: line.name,
      careType: line.careType,
      staffId: line.staffId,
      staffName: line.staffName,
      price: line.unitPrice,
      taxId: line.taxId,
    }));
}

// Brings the service lines to what the appointment says. Lines added at checkout stay behind them.
export function withAppointmentLines(order: Order, wanted: readonly AppointmentLine[], taxes: TaxRules): Order {
  const changes = followAppointment(serviceLines(order), wanted);
  if (isUnchanged(changes)) return order;
  const updated = new Map(changes.updated.map((u) => [u.orderLineItemId, u.line]));
  const removed = new Set(changes.removed);
  const kept = order.lines
    .filter((line) => !removed.has(line.orderLineItemId))
    .map((line) => {
      const next = updated.get(line.orderLineItemId);
      return next
        ? { ...lineOfAppointment(next, taxes.get(next.taxId)), orderLineItemId: line.orderLineItemId, staffSet: line.staffSet }
        : line;
    });
  const aside = new Map(order.setAside.map((line) => [line.detailId, line]));
  const added = changes.added.map((line) => asItWas(lineOfAppointment(line, taxes.get(line.taxId)), aside.get(line.lineId)));
  const back = order.setAside.filter((was) => added.some((line) => line.detailId === was.detailId));
  const services = kept.filter((line) => line.detailId !== "0");
  const others = kept.filter((line) => line.detailId === "0");
  return {
    ...order,
    lines: [...services, ...added, ...others],
    discounts: inOrderGiven([...order.discounts, ...back.flatMap((was) => was.discounts)]),
    setAside: [...order.setAside.filter((was) => !back.includes(was)), ...putAside(order, removed)],
    changedAfterPayment: order.changedAfterPayment || moneyMoved(order),
  };
}

export type NewLine = Pick<
  OrderLine,
  | "kind"
  | "name"
  | "unitPrice"
  | "quantity"
  | "staffId"
  | "staffName"
  | "petId"
  | "serviceId"
  | "productId"
  | "serviceChargeId"
  | "careType"
  | "taxId"
>;

export function lineAdded(order: Order, line: NewLine, taxes: TaxRules): Order {
  const full: OrderLine = {
    ...line,
    orderLineItemId: "",
    detailId: "0",
    staffSet: true,
    petName: order.lines.find((l) => l.petId === line.petId && l.petId !== "0")?.petName ?? "",
    totalPrice: 0n,
    discount: 0n,
    tax: 0n,
    ...taxedBy(line.taxId, taxes.get(line.taxId)),
  };
  if (full.taxRate === null) throw fail("PARAMS_INVALID", { field: "taxId", reason: "there is no such tax" });
  return { ...editable(order), lines: [...order.lines, full] };
}

export function lineRemoved(order: Order, orderLineItemId: string, kind?: number): Order {
  const line = lineOf(order, orderLineItemId);
  if (line.detailId !== "0" || (kind !== undefined && line.kind !== kind)) {
    throw fail("STATE_CONFLICT", { message: "A service comes off the order by taking it off the appointment.", field: "orderLineItemId" });
  }
  return { ...editable(order), lines: order.lines.filter((l) => l !== line) };
}

export const serviceChargeRemoved = (order: Order, id: string): Order => lineRemoved(order, id, lineKind.serviceCharge);

function lineOf(order: Order, orderLineItemId: string): OrderLine {
  const line = order.lines.find((l) => l.orderLineItemId === orderLineItemId);
  if (!line) throw fail("NOT_FOUND", { field: "orderLineItemId" });
  return line;
}

export function staffSet(order: Order, orderLineItemId: string, staff: { staffId: string; staffName: string }): Order {
  lineOf(order, orderLineItemId);
  const lines = order.lines.map((line) => (line.orderLineItemId === orderLineItemId ? { ...line, ...staff, staffSet: true } : line));
  return { ...editable(order), lines };
}

export type DiscountAsked = { type: string; amount: bigint; percentage: string; orderLineItemId: string; reason: string };

function discountOf(order: Order, asked: DiscountAsked, index: number): OrderDiscount {
  const field = `discounts[${index}]`;
  if (asked.type !== "amount" && asked.type !== "percentage") throw fail("DISCOUNT_TYPE_INVALID", { field: `${field}.type` });
  if (asked.orderLineItemId !== "0") lineOf(order, asked.orderLineItemId);
  const percent = parsePercent(asked.percentage);
  if (asked.type === "percentage" && (percent === null || percent > 1_000_000n)) {
    throw fail("PARAMS_INVALID", { field: `${field}.percentage`, reason: "a percentage from 0 to 100" });
  }
  const isAmount = asked.type === "amount";
  return {
    discountId: `new-${index}`,
    type: asked.type,
    amount: isAmount ? asked.amount : 0n,
    percentage: isAmount ? "" : asked.percentage,
    orderLineItemId: asked.orderLineItemId,
    reason: asked.reason,
    discountAmount: 0n,
  };
}

export function discountsSet(order: Order, asked: readonly DiscountAsked[]): Order {
  return { ...editable(order), discounts: asked.map((discount, i) => discountOf(order, discount, i)) };
}

export type TipsAsked = Pick<Order, "tipsType" | "tipsAmount" | "tipsRate">;

export function tipsSet(order: Order, asked: TipsAsked): Order {
  if (asked.tipsType === "percentage" && parsePercent(asked.tipsRate) === null) {
    throw fail("PARAMS_INVALID", { field: "tipsRate", reason: "a percentage such as 18 or 17.5" });
  }
  const isAmount = asked.tipsType === "amount";
  const isRate = asked.tipsType === "percentage";
  return {
    ...editable(order),
    tipsType: asked.tipsType,
    tipsAmount: isAmount ? asked.tipsAmount : 0n,
    tipsRate: isRate ? asked.tipsRate : "",
  };
}

// Through which payments money must go back first if an edit were made; none when nothing has to.
export function refundsNeeded(before: Order, edited: Order): RefundChannel[] {
  const { overpaid } = reckoned(edited);
  return overpaid > before.overpaid ? channelsOf(edited, overpaid) : [];
}

export function channelsOf(order: Order, amount: bigint): RefundChannel[] {
  const back = (id: string): bigint => order.refunds.reduce((sum, r) => (r.paymentId === id ? sum + r.amount : sum), 0n);
  return refundChannels(
    order.payments.map((p) => ({ paymentId: p.paymentId, method: p.method, amount: p.amount, refunded: back(p.paymentId) })),
    amount,
  );
}
