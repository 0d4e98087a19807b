import { consumer } from "@leashline/kit";
import { AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { OrderBalanceChangedSchema, OrderChangedSchema, type OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { type Appointment, isBoardingStay } from "../appointments/appointment.ts";
import { statusName } from "../appointments/moves.ts";
import { planOf } from "../appointments/notes.ts";
import { tellChange } from "../booking/change.ts";
import { type Locked, lockAppointment, updateAppointment } from "../booking/save-appointment.store.ts";
import type { CalendarTx } from "../db.ts";
import { findSetting } from "../settings/setting.store.ts";
import { standard } from "../settings/setting.ts";
import { withStatus } from "./status.ts";

const { CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;

function isPaid({ order }: { order?: OrderSnapshot | undefined }): boolean {
  return order !== undefined && order.appointmentId !== "0" && order.paymentStatus === "paid";
}

// Listed before the consumers that show what is paid: the appointment still has its former payment status here, so only the change that
// completes a bill finishes it, and somebody who takes the finish back is not overruled by the next word about the order.
const orderChanged = consumer(OrderChangedSchema, (tx: CalendarTx, event) => finishPaid(tx, event.order), { wanted: isPaid });
const orderBalanceChanged = consumer(OrderBalanceChangedSchema, (tx: CalendarTx, event) => finishPaid(tx, event.order), { wanted: isPaid });

async function finishPaid(tx: CalendarTx, order: OrderSnapshot | undefined): Promise<void> {
  if (!order) return;
  const locked = await lockAppointment(tx, order.appointmentId);
  if (!locked || order.version < locked.orderVersion || !isWaiting(locked.appointment)) return;
  const { finishWhenPaid } = (await findSetting(tx.db, locked.appointment.businessId)) ?? standard();
  if (finishWhenPaid) await finish(tx, locked);
}

/** Who pays for a stay that goes on does not leave with it. */
const goesOn = (appointment: Appointment): boolean =>
  isBoardingStay(appointment) && Date.parse(appointment.endAt) - Date.now() > 12 * 3_600_000;

const isWaiting = (appointment: Appointment): boolean => {
  const { status, paymentStatus } = appointment;
  return paymentStatus !== PaymentStatus.PAID && (status === CHECKED_IN || status === READY_FOR_PICKUP) && !goesOn(appointment);
};

async function finish(tx: CalendarTx, { appointment: before, orderVersion }: Locked): Promise<void> {
  const now = new Date().toISOString();
  const plan = withStatus(planOf(before), FINISHED, now);
  if (!plan) return;
  const after = { ...before, ...plan, version: before.version + 1, updatedAt: now };
  await updateAppointment(tx, { appointment: after, orderVersion, linesChanged: false });
  const note = `Paid in full: ${statusName[before.status]} → ${statusName[FINISHED]}`;
  tellChange(tx, before, after, { kind: "updateStatus", note, finishedByPayment: true });
}

export const finishWhenPaidConsumers = [orderChanged, orderBalanceChanged];
