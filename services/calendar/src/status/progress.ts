import { type Ctx, can, fail, fromTimestamp } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type {
  CancelAppointmentRequest,
  RevertStatusRequest,
  UpdateActionTimeRequest,
  UpdateStatusRequest,
} from "@leashline/proto/leashline/calendar/v1/appointment_status_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type Appointment, isDaycare } from "../appointments/appointment.ts";
import { isEditable, type Status, statusName } from "../appointments/moves.ts";
import { planOf, whenAndWho } from "../appointments/notes.ts";
import { mustBeOwnOrAllowed } from "../appointments/own.ts";
import { type PricedBy, pricingOf, repricedLines, servicesOf } from "../appointments/prices.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { type Change, changeAppointment } from "../booking/change.ts";
import { grantOf } from "../booking/placement.ts";
import { watchDeparture } from "./auto-check-out.jobs.ts";
import { readFinish } from "./finish.store.ts";
import { leftAt, reverted, stayedOn, withActionTimes, withStatus } from "./status.ts";

/** The services that carry what a client answers by text or on the page of a message's link; the log then says that the customer replied (core §4). */
const CLIENT_ANSWERS = ["message", "online-booking"];

const localOf = (instant: string, zone: string): { date: string; minute: number } => {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return { date: local.toPlainDate().toString(), minute: local.hour * 60 + local.minute };
};

export const step = (from: Status, to: Status): string => `${statusName[from]} → ${statusName[to]}`;

/** Only where the nights that are left of a stay are not to be charged. */
async function ratesFor(ctx: Ctx, { id, status, chargeNightsStayed }: UpdateStatusRequest): Promise<PricedBy | null> {
  if (!chargeNightsStayed || (status as Status) !== AppointmentStatus.FINISHED) return null;
  const stay = await appointmentOf(ctx, id);
  const [services, pricing] = await Promise.all([servicesOf(ctx, stay.businessId, stay.lines), pricingOf(ctx)]);
  return { services, pricing, firstVisit: stay.isNewClient };
}

export async function moveStatus(ctx: Ctx, request: UpdateStatusRequest): Promise<Appointment> {
  const rates = await ratesFor(ctx, request);
  return await changeAppointment(ctx, request, async (current, moment): Promise<Change | null> => {
    const { now, business } = moment;
    mustBeOwnOrAllowed(ctx, current);
    const to = request.status as Status;
    if (current.status === to) return null;
    const next = withStatus(planOf(current), to, now);
    if (!next) throw fail("APPOINTMENT_STATUS_INVALID", { facts: { from: statusName[current.status], to: statusName[to] } });
    if (to === AppointmentStatus.CHECKED_IN && current.lines.some(isDaycare)) await watchDeparture(current, moment);
    const left = to === AppointmentStatus.FINISHED ? leftAt(next, localOf(now, business.zone)) : next;
    const plan = rates ? { ...left, lines: repricedLines(left.lines, next, left, rates) } : left;
    const early = plan.endDate === next.endDate ? "" : `; left on ${plan.endDate} instead of ${next.endDate}`;
    const kind = CLIENT_ANSWERS.includes(ctx.caller.via) ? "customerReply" : "updateStatus";
    return { plan, kind, note: `${step(current.status, to)}${early}` };
  });
}

export const revertStatus = (ctx: Ctx, request: RevertStatusRequest): Promise<Appointment> =>
  changeAppointment(ctx, request, async (current, { tx }): Promise<Change> => {
    mustBeOwnOrAllowed(ctx, current);
    const back = reverted(planOf(current));
    if (!back) throw fail("APPOINTMENT_STATUS_INVALID", { facts: { from: statusName[current.status] } });
    const plan = current.status === AppointmentStatus.FINISHED ? stayedOn(back, await readFinish(tx.db, current.id)) : back;
    return { plan, kind: "updateStatus", note: step(current.status, plan.status), grant: grantOf(ctx, request.override) };
  });

export const correctTimes = (ctx: Ctx, request: UpdateActionTimeRequest): Promise<Appointment> =>
  changeAppointment(ctx, request, (current, { now }): Change | null => {
    const checkInAt = fromTimestamp(request.checkInTime)?.toISOString();
    const checkOutAt = fromTimestamp(request.checkOutTime)?.toISOString();
    if (!checkInAt && !checkOutAt) return null;
    const plan = withActionTimes(planOf(current), { ...(checkInAt && { checkInAt }), ...(checkOutAt && { checkOutAt }) }, now);
    if ("field" in plan) throw fail("PARAMS_INVALID", { field: plan.field, reason: plan.reason });
    return { plan, kind: checkInAt ? "changeCheckInTime" : "changeCheckOutTime", note: correction(current, plan) };
  });

/** Instants; the screen shows them in the business's zone. */
const correction = (before: Pick<Appointment, "checkInAt" | "checkOutAt">, after: Pick<Appointment, "checkInAt" | "checkOutAt">): string =>
  [
    before.checkInAt !== after.checkInAt ? `Check-in ${before.checkInAt} → ${after.checkInAt}` : "",
    before.checkOutAt !== after.checkOutAt ? `Finish ${before.checkOutAt} → ${after.checkOutAt}` : "",
  ]
    .filter(Boolean)
    .join("; ");

export type Cancelling = { readonly noShow?: number; readonly cancelReason: string; readonly autoRefundOrder?: boolean };

/** How one appointment is canceled, by itself or with others. */
export function canceled(current: Appointment, now: string, { noShow = 0, cancelReason, autoRefundOrder = false }: Cancelling): Change {
  const plan = withStatus(planOf(current), AppointmentStatus.CANCELLED, now);
  if (!plan) throw fail("APPOINTMENT_STATUS_INVALID", { facts: { from: statusName[current.status] } });
  return { plan: { ...plan, noShow, cancelReason }, kind: "cancel", note: cancelReason || whenAndWho(current), autoRefundOrder };
}

/** Money goes back only for whoever may refund it. */
export function mustBeAllowedToRefund(ctx: Ctx, { autoRefundOrder = false }: Pick<Cancelling, "autoRefundOrder">): void {
  if (autoRefundOrder && !can(ctx, Permission.REFUND)) throw fail("NO_PERMISSION", { field: "autoRefundOrder" });
}

export async function cancelAppointment(ctx: Ctx, request: CancelAppointmentRequest): Promise<Appointment> {
  mustBeAllowedToRefund(ctx, request);
  return await changeAppointment(ctx, request, (current, { now }) => canceled(current, now, request));
}

/** An appointment booked by mistake: cancelled and out of sight, its log stays. */
export const deleteAppointment = (ctx: Ctx, target: { id: string; version: number }): Promise<Appointment> =>
  changeAppointment(ctx, target, (current, { now }): Change => {
    const cancelled = isEditable(current.status) ? withStatus(planOf(current), AppointmentStatus.CANCELLED, now) : null;
    if (!cancelled && current.status !== AppointmentStatus.CANCELLED) throw fail("APPOINTMENT_STATUS_INVALID");
    return { plan: cancelled ?? planOf(current), kind: "cancel", note: "Deleted", deleted: true };
  });
