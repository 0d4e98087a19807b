import { fromMoney, fromTimestamp } from "@leashline/kit";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Appointment, Balance } from "./projections.store.ts";

// What calendar and order say of an appointment and an order, in an event or when asked, as it is kept here.

const ids = (list: readonly string[]): string[] => [...new Set(list)].filter((id) => id !== "0");

/** A deleted appointment counts as cancelled, but was nowhere and with nobody: it puts its client in no one's reach. */
export const appointmentIn = (a: AppointmentSnapshot, noShow: number | null): Appointment => ({
  appointmentId: a.appointmentId,
  clientId: a.customerId,
  businessId: a.deleted ? "0" : a.businessId,
  date: a.date,
  endsAt: fromTimestamp(a.endAt) ?? new Date(`${a.date}T23:59:59Z`),
  status: a.status,
  noShow,
  petIds: ids(a.lines.map((line) => line.petId)),
  staffIds: a.deleted ? [] : ids(a.lines.map((line) => line.staffId)),
  version: a.version,
});

const minor = (money: OrderSnapshot["paid"]): string => fromMoney(money).minor.toString();

/** Nothing is owed for what was cancelled. */
export const balanceIn = (order: OrderSnapshot, cancelled = order.status === OrderStatus.CANCELLED): Balance => ({
  orderId: order.orderId,
  clientId: order.customerId,
  appointmentId: order.appointmentId,
  paidMinor: minor(order.paid),
  refundedMinor: minor(order.refunded),
  remainMinor: cancelled ? "0" : minor(order.remain),
  currency: order.total?.currencyCode || "USD",
  version: order.version,
});
