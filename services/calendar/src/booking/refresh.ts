import type { Appointment } from "../appointments/appointment.ts";
import type { CalendarTx } from "../db.ts";
import { lockAppointment, updateAppointment } from "./save-appointment.store.ts";

/** Shows an appointment anew with what another service told; it keeps its place, its version and its log. An older word about an order is ignored. */
export async function refreshAppointment(
  tx: CalendarTx,
  id: string,
  renew: (appointment: Appointment) => Appointment,
  orderVersion?: number,
): Promise<void> {
  const locked = await lockAppointment(tx, id);
  if (!locked || (orderVersion !== undefined && orderVersion < locked.orderVersion)) return;
  const appointment = renew(locked.appointment);
  const linesChanged = appointment.lines.some((line, index) => line !== locked.appointment.lines[index]);
  await updateAppointment(tx, { appointment, orderVersion: orderVersion ?? locked.orderVersion, linesChanged });
  tx.notify("calendar.cards", { businessId: appointment.businessId, dates: [appointment.date], ids: [appointment.id] });
}
