import { fromMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { OrderSnapshot, TipShare } from "@leashline/proto/leashline/order/v1/events_pb.js";
import type { PaymentRecorded, RefundRecorded } from "@leashline/proto/leashline/payment/v1/events_pb.js";

// What the report keeps of what others tell, the same whether an event told it or its owner was asked.

const minor = (money: Money | undefined): string => fromMoney(money).minor.toString();

const noShow = 1;

export const visitFacts = (visit: AppointmentSnapshot, noShowOf: number) => {
  const cancelled = visit.status === AppointmentStatus.CANCELLED;
  return {
    id: visit.appointmentId,
    version: visit.version,
    business_id: visit.businessId,
    customer_id: visit.customerId,
    date: visit.date,
    status: visit.status as number,
    cancelled,
    no_show: cancelled && noShowOf === noShow,
    pets: new Set(visit.lines.map((line) => line.petId)).size,
  };
};
export type VisitFacts = ReturnType<typeof visitFacts>;

const lineFacts = (line: OrderSnapshot["lines"][number]) => ({
  line_id: line.orderLineItemId,
  service_id: line.serviceId,
  name: line.name,
  staff_id: line.staffId,
  staff_name: line.staffName,
  pet_id: line.petId,
  care_type: line.careType,
  quantity: line.quantity,
  gross: minor(line.totalPrice),
  discount: minor(line.discount),
  tax: minor(line.tax),
});

export const orderFacts = (order: OrderSnapshot) => ({
  id: order.orderId,
  version: order.version,
  business_id: order.businessId,
  customer_id: order.customerId,
  appointment_id: order.appointmentId,
  business_date: order.businessDate,
  status: order.status as number,
  currency: fromMoney(order.total).currency,
  sub_total: minor(order.subTotal),
  discount: minor(order.discount),
  tax: minor(order.tax),
  tips: minor(order.tips),
  total: minor(order.total),
  remain: minor(order.remain),
  lines: order.lines.map(lineFacts).sort((a, b) => Number(BigInt(a.line_id) - BigInt(b.line_id))),
});
export type OrderFacts = ReturnType<typeof orderFacts>;

export const tipFacts = (shares: readonly TipShare[]) =>
  shares
    .map((share) => ({ staff_id: share.staffId, amount: minor(share.amount) }))
    .filter((share) => share.amount !== "0")
    .sort((a, b) => Number(BigInt(a.staff_id) - BigInt(b.staff_id)));
export type TipFacts = ReturnType<typeof tipFacts>;

type Movement = Omit<PaymentRecorded, "$typeName" | "paymentId" | "tips" | "cardBrand" | "cardLast4" | "$unknown">;
const movementFacts = (movement: Movement) => ({
  // A payment or refund never changes once it is told.
  version: 0,
  order_id: movement.orderId,
  business_id: movement.businessId,
  customer_id: movement.customerId,
  business_date: movement.businessDate,
  method: movement.method,
  currency: fromMoney(movement.amount).currency,
  amount: minor(movement.amount),
  recorded_at: new Date(Number(movement.recordedAt?.seconds ?? 0n) * 1000),
});

export const paymentFacts = (payment: PaymentRecorded) => ({
  id: payment.paymentId,
  kind: "payment" as const,
  tips: minor(payment.tips),
  ...movementFacts(payment),
});
export const refundFacts = (refund: RefundRecorded) => ({
  id: refund.refundId,
  kind: "refund" as const,
  tips: "0",
  ...movementFacts(refund),
});
export type MoneyFacts = ReturnType<typeof paymentFacts> | ReturnType<typeof refundFacts>;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${firstName} ${lastName}`.trim();
