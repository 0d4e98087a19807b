import { consumer, minorOf } from "@leashline/kit";
import {
  type ClientChanged,
  ClientChangedSchema,
  type PetChanged,
  PetChangedSchema,
} from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { OrderBalanceChangedSchema, OrderChangedSchema, type OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { CalendarTx } from "../db.ts";
import { refreshAppointment } from "./refresh.ts";
import { appointmentLock } from "./save-appointment.store.ts";
import { staleOfClient, staleOfPet } from "./shown-facts.store.ts";

// What others tell us and an appointment shows: names, and what is paid. None of it is an edit: the version stays, so nobody's change is refused for it.

/** Whoever is new stands in no appointment under another name. */
const wanted = ({ created }: { created: boolean }): boolean => !created;

const changeClient = async (tx: CalendarTx, event: ClientChanged): Promise<void> => {
  const { firstName, lastName, clientColor } = event;
  const ids = await staleOfClient(tx.db, event);
  tx.lock(ids.map(appointmentLock));
  for (const id of ids) {
    await refreshAppointment(tx, id, (appointment) => ({
      ...appointment,
      customerFirstName: firstName,
      customerLastName: lastName,
      clientColor,
    }));
  }
};

const changePet = async (tx: CalendarTx, event: PetChanged): Promise<void> => {
  const { petId, petName, breed } = event;
  const ids = await staleOfPet(tx.db, event);
  tx.lock(ids.map(appointmentLock));
  for (const id of ids) {
    await refreshAppointment(tx, id, (appointment) => ({
      ...appointment,
      lines: appointment.lines.map((line) => (line.petId === petId ? { ...line, petName, breed } : line)),
    }));
  }
};

const clientChanged = consumer(ClientChangedSchema, changeClient, { wanted });
const petChanged = consumer(PetChangedSchema, changePet, { wanted });

/** The appointment that an order is for, or its fee. */
export const locksOfOrder = ({ order }: { order?: OrderSnapshot | undefined }): string[] =>
  [order?.appointmentId, order?.feeForAppointmentId].flatMap((id) => (id && id !== "0" ? [appointmentLock(id)] : []));
/** What is sold over the counter is for no visit. */
const settling = { locks: locksOfOrder, wanted: (event: { order?: OrderSnapshot | undefined }) => locksOfOrder(event).length > 0 };

const orderChanged = consumer(OrderChangedSchema, (tx: CalendarTx, event) => settle(tx, event.order), settling);
const orderBalanceChanged = consumer(OrderBalanceChangedSchema, (tx: CalendarTx, event) => settle(tx, event.order), settling);

const paymentStatuses: Record<string, number> = { unpaid: 1, partial: 2, paid: 3 };

async function settle(tx: CalendarTx, order: OrderSnapshot | undefined): Promise<void> {
  if (order && order.feeForAppointmentId !== "0") return await askFee(tx, order);
  if (!order || order.appointmentId === "0") return;
  const { orderId, version, paid, refunded, remain } = order;
  const paymentStatus = paymentStatuses[order.paymentStatus] ?? 1;
  await refreshAppointment(
    tx,
    order.appointmentId,
    (appointment) => ({
      ...appointment,
      orderId,
      paymentStatus,
      paid: minorOf(paid),
      refunded: minorOf(refunded),
      keptMinor: minorOf(order.kept),
      outstanding: minorOf(remain),
      depositMinor: minorOf(order.deposit),
      billedMinor: minorOf(order.total),
    }),
    version,
  );
}

/** The fee of an appointment that did not take place has an invoice of its own; one that was given up is as if there were none. */
async function askFee(tx: CalendarTx, { feeForAppointmentId, version, status, total }: OrderSnapshot): Promise<void> {
  const feeMinor = status === OrderStatus.CANCELLED ? "0" : minorOf(total);
  await refreshAppointment(tx, feeForAppointmentId, (appointment) =>
    version < appointment.feeVersion ? appointment : { ...appointment, feeMinor, feeVersion: version },
  );
}

export const shownFactsConsumers = [clientChanged, petChanged, orderChanged, orderBalanceChanged];
