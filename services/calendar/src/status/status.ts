import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type AppointmentPlan, isBoardingStay, respanned } from "../appointments/appointment.ts";
import { moveTo, type Status } from "../appointments/moves.ts";
import { addDays } from "../scheduling/dates.ts";

const { FINISHED, CANCELLED, READY_FOR_PICKUP, CHECKED_IN } = AppointmentStatus;

/** The appointment after a move; null when the table has no such move. */
export function withStatus(plan: AppointmentPlan, to: Status, now: string): AppointmentPlan | null {
  if (!moveTo(plan.status, to)) return null;
  return { ...plan, status: to, statusPath: [...plan.statusPath, plan.status], ...stamps(to, now) };
}

/**
 * A boarding stay that is over before its last day: from then on its rooms are free. It keeps one night at least, and its price.
 */
export function leftAt(plan: AppointmentPlan, { date, minute }: { date: string; minute: number }): AppointmentPlan {
  const endDate = date > plan.date ? date : addDays(plan.date, 1);
  if (!isBoardingStay(plan) || endDate >= plan.endDate) return plan;
  return respanned(plan, { date: plan.date, start: plan.start, endDate, end: date === endDate ? minute : plan.end });
}

/** A stay whose early end is taken back goes on to the day it was booked to, in the units and at the price it had. */
export function stayedOn(plan: AppointmentPlan, before: AppointmentPlan | null): AppointmentPlan {
  if (!before || !isBoardingStay(plan) || before.date !== plan.date || before.endDate <= plan.endDate) return plan;
  const { date, start, endDate, end } = before;
  const had = new Map(
    before.lines.map(({ id, lodgings, price, priceParts, onDays }) => [id, { lodgings, price, priceParts, ...(onDays && { onDays }) }]),
  );
  const after = respanned(plan, { date, start, endDate, end });
  return { ...after, lines: after.lines.map((line) => ({ ...line, ...had.get(line.id) })) };
}

function stamps(to: Status, now: string): Partial<AppointmentPlan> {
  if (to === CHECKED_IN) return { checkInAt: now };
  if (to === READY_FOR_PICKUP) return { readyAt: now };
  if (to === FINISHED) return { checkOutAt: now };
  return to === CANCELLED ? { canceledAt: now } : {};
}

/** Back along the way it came; null when nothing happened yet. What the left status noted is forgotten. */
export function reverted(plan: AppointmentPlan): AppointmentPlan | null {
  const before = plan.statusPath.at(-1);
  if (before === undefined) return null;
  return { ...plan, status: before, statusPath: plan.statusPath.slice(0, -1), ...forgotten(plan.status) };
}

function forgotten(left: Status): Partial<AppointmentPlan> {
  if (left === CHECKED_IN) return { checkInAt: null };
  if (left === READY_FOR_PICKUP) return { readyAt: null };
  if (left === FINISHED) return { checkOutAt: null };
  return left === CANCELLED ? { canceledAt: null, cancelReason: "", noShow: 0 } : {};
}

export type ActionTimes = { readonly checkInAt?: string; readonly checkOutAt?: string };
export type ActionTimeFault = { readonly field: "checkInTime" | "checkOutTime"; readonly reason: string };

/** Corrected check-in and finish times, or what is wrong with them. */
export function withActionTimes(plan: AppointmentPlan, times: ActionTimes, now: string): AppointmentPlan | ActionTimeFault {
  const checkInAt = times.checkInAt ?? plan.checkInAt;
  const checkOutAt = times.checkOutAt ?? plan.checkOutAt;
  if (times.checkInAt && !plan.checkInAt && plan.status !== FINISHED)
    return { field: "checkInTime", reason: "this appointment has not been checked in" };
  if (times.checkOutAt && !plan.checkOutAt) return { field: "checkOutTime", reason: "this appointment is not finished" };
  if (times.checkInAt && times.checkInAt > now) return { field: "checkInTime", reason: "is in the future" };
  if (times.checkOutAt && times.checkOutAt > now) return { field: "checkOutTime", reason: "is in the future" };
  if (checkInAt && checkOutAt && checkOutAt < checkInAt) return { field: "checkOutTime", reason: "is before the check-in" };
  return { ...plan, checkInAt, checkOutAt };
}
