import type { Ctx } from "@leashline/kit";
import type { RescheduleCardRequest } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import { type Appointment, stretchesOf } from "../appointments/appointment.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { changeMany } from "../booking/change-many.ts";
import { alsoNoted, type Drag, draggedSegment, mustBeEditable, reschedule, rescheduled, untoldIf, whereTo } from "../booking/edit.ts";
import { query } from "../db.ts";
import { addDays, daysBetween } from "../scheduling/dates.ts";
import { evaluatedLater, idsOf, mustBeAsSeen } from "./change.ts";

export type OneOfSeveral = { readonly appointment: Appointment; readonly appointments: readonly Appointment[] };

/** A drag or a resize: of this appointment, of it and those of its series that follow, or of all of them from today on. */
export async function rescheduleSeries(ctx: Ctx, request: RescheduleCardRequest): Promise<OneOfSeveral> {
  const { appointmentId, version, repeatModifyType: type } = request;
  if (type === RepeatModifyType.UNSPECIFIED || type === RepeatModifyType.ONLY_THIS) return only(await reschedule(ctx, request));
  const named = await appointmentOf(ctx, appointmentId, "appointmentId");
  mustBeEditable(ctx, named);
  const ids = await idsOf(ctx, { appointmentId, type, version });
  const members = request.takeCatalogPrices ? await query(ctx, (db) => readAppointments(db, ids)) : [];
  const { date, ...where } = await whereTo(ctx, request, members);
  const days = date ? daysBetween(named.date, date) : 0;
  const waivedOf = await evaluatedLater(ctx, ids, days, request.override);
  const dragOf = dragOfOthers(named, request);
  const appointments = await changeMany(ctx, ids, (current) => {
    mustBeAsSeen(request, current);
    const drag = current.id === appointmentId ? request : dragOf(current);
    const change = rescheduled(ctx, current, drag, { ...where, date: addDays(current.date, days) });
    return untoldIf(alsoNoted(change, waivedOf.get(current.id) ?? ""), current, request);
  });
  return { appointment: appointments.find(({ id }) => id === appointmentId) ?? named, appointments };
}

export const only = (appointment: Appointment): OneOfSeveral => ({ appointment, appointments: [appointment] });

/** What the drag means for another: the same card of the same person, from the new start if there is one, and as long as it is unless the length was changed. */
function dragOfOthers(named: Appointment, request: RescheduleCardRequest): (other: Appointment) => Drag {
  const segment = draggedSegment(named, request);
  const { startTime: start = segment.start, endTime: end = start + segment.end - segment.start, ...same } = request;
  const sameCard = { ...same, petDetailIds: [], originalStaffId: segment.staffId };
  const length = end - start;
  return (other) => {
    const share = draggedSegment(other, sameCard);
    const parts = request.petDetailIds.length > 0 ? stretchesOf(other.lines).filter(({ staffId }) => staffId === share.staffId) : [];
    const own = parts[segment.part] ?? share;
    const startTime = start === segment.start ? own.start : start;
    return {
      ...sameCard,
      ...(own !== share && { petDetailIds: [...own.lineIds] }),
      startTime,
      ...(length !== segment.end - segment.start && { endTime: startTime + length }),
    };
  };
}
