import { toJson } from "@bufbuild/protobuf";
import { consumer, fromMoney, type Tx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { PricePartSchema } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.ts";
import { newOrder } from "../orders/new-order.ts";
import { lockOrder, lockUnlikely } from "../orders/order.store.ts";
import type { AppointmentLine, Order } from "../orders/order.ts";
import { moved } from "../orders/order-moves.ts";
import { storeOrder } from "../orders/store-order.ts";
import { findBusiness, tipless } from "../projections/projections.store.ts";
import { currentSetting } from "../settings/setting.store.ts";
import { sharesText } from "../totals/staff-shares.ts";
import { chargesInForce } from "./auto-charges.store.ts";
import { following } from "./follow-appointment.ts";

const linesOf = (appointment: AppointmentSnapshot): AppointmentLine[] =>
  appointment.lines.map((line) => ({
    lineId: line.lineId,
    petId: line.petId,
    petName: line.petName,
    serviceId: line.serviceId,
    serviceName: line.serviceName,
    careType: line.careType,
    addOn: line.addOn,
    staffId: line.staffId,
    staffName: line.staffName,
    price: fromMoney(line.price).minor,
    taxId: line.taxId,
    staffShares: sharesText(line.operations.map(({ staffId, staffName, priceRatio }) => ({ staffId, staffName, ratio: priceRatio }))),
    priceParts: line.priceParts.map((part) => toJson(PricePartSchema, part)),
  }));

async function orderFor(tx: Tx<DB>, appointment: AppointmentSnapshot): Promise<Order> {
  const priced = appointment.lines.find((line) => line.price?.currencyCode)?.price;
  const currency = priced?.currencyCode ?? (await findBusiness(tx.db, appointment.businessId))?.currency ?? "USD";
  const [setting, autoCharges] = await Promise.all([currentSetting(tx.db), chargesInForce(tx.db)]);
  const order = newOrder({
    businessId: appointment.businessId,
    customerId: appointment.customerId,
    customerName: appointment.customerName,
    appointmentId: appointment.appointmentId,
    type: OrderType.APPOINTMENT,
    currency,
    businessDate: appointment.date,
    setting,
  });
  return { ...order, autoCharges };
}

// What an appointment says about its order, apart from the lines.
const withAppointment = (order: Order, appointment: AppointmentSnapshot): Order => ({
  ...order,
  businessId: appointment.businessId,
  customerId: appointment.customerId,
  customerName: appointment.customerName,
  businessDate: appointment.date,
  appointmentStatus: appointment.status,
  appointmentVersion: appointment.version,
  appointmentLines: linesOf(appointment),
});

// The order comes back with its appointment, and closes with it.
function movedWith(order: Order, appointment: AppointmentSnapshot): Order {
  const cancelled = appointment.status === AppointmentStatus.CANCELLED;
  // One that was completed before its appointment was taken back and called off is owed for no more than any other.
  if (cancelled && order.state !== "cancelled")
    return moved(order.state === "completed" ? moved(order, "revert", new Date()) : order, "cancel", new Date());
  if (!cancelled && order.state === "cancelled") return moved(order, "reopen", new Date());
  return order;
}

// One order per appointment, however often an event about it comes and of whatever kind it is.
async function handleAppointment(tx: Tx<DB>, appointment: AppointmentSnapshot | undefined, action: string): Promise<void> {
  if (!appointment) return;
  // What was booked just now has no order yet: what one is made with comes in the same trip.
  const isNew = action === "booked" && appointment.status !== AppointmentStatus.CANCELLED;
  const { appointmentId } = appointment;
  const [before, fresh, without] = await Promise.all([
    isNew ? lockUnlikely(tx.db, { appointmentId }) : lockOrder(tx.db, { appointmentId }),
    isNew ? orderFor(tx, appointment) : null,
    tipless(
      tx.db,
      appointment.lines.map(({ serviceId }) => serviceId),
    ),
  ]);
  if (before && appointment.version !== 0 && appointment.version < before.appointmentVersion) return;
  if (!before && appointment.status === AppointmentStatus.CANCELLED) return;
  const order = withAppointment(before ?? fresh ?? (await orderFor(tx, appointment)), appointment);
  await storeOrder(tx, before, await following(tx, movedWith(order, appointment), without), action);
}

/** Of the invoice, by another name than the calendar's own lock of the appointment: both services may lie in one database. */
const locks = ({ appointment }: { appointment?: AppointmentSnapshot | undefined }): string[] =>
  appointment ? [`invoice-of-appointment:${appointment.appointmentId}`] : [];
const options = { apart: true, locks };

export const appointmentConsumers = [
  consumer(AppointmentBookedSchema, async (tx: Tx<DB>, event) => handleAppointment(tx, event.appointment, "booked"), options),
  consumer(AppointmentChangedSchema, async (tx: Tx<DB>, event) => handleAppointment(tx, event.appointment, "appointment"), options),
  consumer(
    AppointmentStatusChangedSchema,
    async (tx: Tx<DB>, event) => handleAppointment(tx, event.appointment, "appointment status"),
    options,
  ),
  consumer(AppointmentCancelledSchema, async (tx: Tx<DB>, event) => handleAppointment(tx, event.appointment, "cancelled"), options),
];
