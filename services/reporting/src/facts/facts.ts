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
    businessId: visit.businessId,
    customerId: visit.customerId,
    date: visit.date,
    status: visit.status as number,
    cancelled,
    noShow: cancelled && noShowOf === noShow,
    pets: new Set(visit.lines.map((line) => line.petId)).size,
  };
};
export type VisitFacts = ReturnType<typeof visitFacts>;

const lineFacts = (line: OrderSnapshot["lines"][number]) => ({
  lineId: line.orderLineItemId,
  serviceId: line.serviceId,
  name: line.name,
  staffId: line.staffId,
  staffName: line.staffName,
  petId: line.petId,
  careType: line.careType,
  quantity: line.quantity,
  gross: minor(line.totalPrice),
  discount: minor(line.discount),
  tax: minor(line.tax),
});

export const orderFacts = (order: OrderSnapshot) => ({
  id: order.orderId,
  version: order.version,
  businessId: order.businessId,
  customerId: order.customerId,
  appointmentId: order.appointmentId,
  businessDate: order.businessDate,
  status: order.status as number,
  currency: fromMoney(order.total).currency,
  subTotal: minor(order.subTotal),
  discount: minor(order.discount),
  tax: minor(order.tax),
  tips: minor(order.tips),
  total: minor(order.total),
  remain: minor(order.remain),
  lines: order.lines.map(lineFacts).sort((a, b) => Number(BigInt(a.lineId) - BigInt(b.lineId))),
});
export type OrderFacts = ReturnType<typeof orderFacts>;

export const tipFacts = (shares: readonly TipShare[]) =>
  shares
    .map((share) => ({ staffId: share.staffId, amount: minor(share.amount) }))
    .filter((share) => share.amount !== "0")
    .sort((a, b) => Number(BigInt(a.staffId) - BigInt(b.staffId)));
export type TipFacts = ReturnType<typeof tipFacts>;

type Movement = Omit<PaymentRecorded, "$typeName" | "paymentId" | "tips" | "cardBrand" | "cardLast4" | "$unknown">;
const movementFacts = (movement: Movement) => ({
  // A payment or refund never changes once it is told.
  version: 0,
  orderId: movement.orderId,
  businessId: movement.businessId,
  customerId: movement.customerId,
  businessDate: movement.businessDate,
  method: movement.method,
  currency: fromMoney(movement.amount).currency,
  amount: minor(movement.amount),
  recordedAt: new Date(Number(movement.recordedAt?.seconds ?? 0n) * 1000),
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
