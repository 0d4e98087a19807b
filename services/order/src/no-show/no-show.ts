import { fail, fromMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type Appointment, AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { NoShowPaymentStatus } from "@leashline/proto/leashline/order/v1/no_show_service_pb.js";
import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { lineAdded } from "../lines/line.ts";
import { moneyMoved, type Order } from "../orders/order.ts";

/** What stands on the invoice. */
export const feeName = (noShow: NoShow): string => (noShow === NoShow.NO_SHOW ? "No-show fee" : "Cancellation fee");

export type Fee = { name: string; amount: bigint };

/** What is asked for a visit; only of one that did not take place. */
export function feeFor({ status, noShow }: Appointment, amount: Money | undefined): Fee {
  if (status !== AppointmentStatus.CANCELLED)
    throw fail("APPOINTMENT_STATUS_INVALID", { field: "ticketId", message: "Cancel the appointment first, or mark it as a no-show." });
  const { minor } = fromMoney(amount);
  if (minor <= 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  return { name: feeName(noShow), amount: minor };
}

/** An invoice that asks for the fee and nothing else; what asked for another amount before is replaced while nothing was paid. */
export function askingFor(order: Order, { name, amount }: Fee): Order {
  if (order.state !== "open" || moneyMoved(order))
    throw fail("INVOICE_STATUS_INVALID", { field: "ticketId", facts: { status: order.state } });
  const [line] = order.lines;
  if (line) return { ...order, lines: [{ ...line, name, unitPrice: amount }] };
  const ids = { staffId: "0", staffName: "", petId: "0", serviceId: "0", productId: "0", serviceChargeId: "0", taxId: "0" };
  const fee = { ...ids, kind: OrderLineKind.SERVICE_CHARGE, name, unitPrice: amount, quantity: 1, careType: "", canTip: false };
  return lineAdded(order, fee, new Map());
}

/** A fee that was given up is as if nothing had been asked for. */
export const isAskedFor = (order: Order | null): order is Order => order !== null && order.state !== "cancelled";

/** How far a fee has come (growth §4). `onTheWay`: a card is being charged for it. */
export function noShowStatus(order: Order | null, onTheWay: boolean): NoShowPaymentStatus {
  if (!isAskedFor(order)) return NoShowPaymentStatus.INITIAL;
  if (order.paymentStatus === "paid") return NoShowPaymentStatus.COMPLETED;
  return onTheWay ? NoShowPaymentStatus.PROCESSING : NoShowPaymentStatus.CREATED;
}
