import { type Ctx, can, fail, ownStaffId } from "@leashline/kit";
import type { BookingOverride } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Override } from "./request.ts";

/** What is in the way and the caller may override. */
export const overrideOf = (
  ctx: Ctx,
  { overbook, outsideWorkingHours, heldTime, withoutEvaluation, withoutVaccine, reason }: BookingOverride,
): Override => ({
  overbook: overbook && can(ctx, Permission.OVERBOOK),
  outsideWorkingHours: outsideWorkingHours && can(ctx, Permission.BOOK_OUTSIDE_WORKING_HOURS),
  heldTime: overbook || heldTime,
  withoutEvaluation: withoutEvaluation && can(ctx, Permission.BOOK_WITHOUT_EVALUATION),
  withoutVaccine: withoutVaccine && can(ctx, Permission.BOOK_WITHOUT_VACCINE),
  reason: reason.trim(),
});

// Of us, who act for the caller, the calendar asks nothing; so what it and a refund would ask of them is asked here.

/** Who may edit appointments moves their own (led or booked by them, or led by nobody); another's only with the permission for it. */
export function mustBeAllowedToMove(ctx: Ctx, { staffId, createdByStaffId }: Appointment, field: string): void {
  const { EDIT_TICKET, CREATE_AND_EDIT_TICKET } = Permission;
  const own = Number(staffId) <= 0 || [staffId, createdByStaffId].includes(ownStaffId(ctx));
  if (!can(ctx, EDIT_TICKET) && !(own && can(ctx, CREATE_AND_EDIT_TICKET))) throw fail("NO_PERMISSION", { field });
}

export function mustBeAllowedToRefund(ctx: Ctx, asks: boolean, field: string): void {
  if (asks && !can(ctx, Permission.REFUND)) throw fail("NO_PERMISSION", { field });
}
