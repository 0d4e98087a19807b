import { job, refusalForGood } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { type Appointment, isDaycare } from "../appointments/appointment.ts";
import { planOf } from "../appointments/notes.ts";
import { type Change, changeAppointment, type Moment } from "../booking/change.ts";
import { readDaycareSetting } from "../daycare/daycare.store.ts";
import { instantAt } from "../scheduling/zone.ts";
import { withStatus } from "./status.ts";

const { CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;

type Leaving = { appointmentId: string; businessId: string /** Minutes since local midnight. */; at: number };

/** Checks a daycare pet out once the time for it has come, if nobody has done so. What it finds decides, not whether it ran before: a pet may come back. */
export const autoCheckOut = job<Leaving>("daycare-check-out", {
  run: async (ctx, { appointmentId, businessId, at }) => {
    const anew = { ...ctx, idempotencyKey: "" };
    const target = { id: appointmentId, version: 0 };
    await changeAppointment(anew, target, (current, moment) => checkedOut(current, moment, at), businessId);
  },
});

/** Puts the late pick-up charge that is due at the time of check-out onto the visit's bill, once. A bill that takes no more charges stays as it is. */
export const chargeLate = job<Pick<Leaving, "appointmentId" | "at">>("late-pick-up", {
  run: async (ctx, { appointmentId, at }) => {
    try {
      const { order } = await ctx.client(OrderService).getOrderByAppointment({ appointmentId });
      await ctx.client(ServiceChargeService).addLatePickUp({ orderId: order?.id ?? "0", time: at });
    } catch (error) {
      if (!refusalForGood(error)) throw error;
    }
  },
});

async function checkedOut(current: Appointment, moment: Moment, at: number): Promise<Change | null> {
  const isHere = current.status === CHECKED_IN || current.status === READY_FOR_PICKUP;
  if (!isHere || !current.lines.some(isDaycare)) return null;
  const { autoCheckOutAt, lateFee } = await readDaycareSetting(moment.tx.db, current.businessId);
  if (autoCheckOutAt !== at) {
    // Another time was chosen since the pet came.
    await watchDeparture(current, moment);
    return null;
  }
  const plan = withStatus(planOf(current), FINISHED, moment.now);
  if (plan && lateFee)
    moment.tx.schedule(chargeLate, { key: current.id, dueAt: new Date(moment.now), payload: { appointmentId: current.id, at } });
  return plan && { plan, kind: "updateStatus", note: "Checked out at the end of the day" };
}

/** Has a pet that comes for daycare checked out at the time its location chose. Who comes later than that stays until somebody checks it out. */
export async function watchDeparture({ id, businessId, date }: Appointment, { tx, now, business }: Moment): Promise<void> {
  const { autoCheckOutAt: at } = await readDaycareSetting(tx.db, businessId);
  if (at === 0) return;
  const dueAt = new Date(instantAt(date, at, business.zone).epochMilliseconds);
  if (dueAt > new Date(now)) tx.schedule(autoCheckOut, { key: id, dueAt, payload: { appointmentId: id, businessId, at } });
}
