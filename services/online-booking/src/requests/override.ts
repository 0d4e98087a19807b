import { type Ctx, can } from "@leashline/kit";
import type { BookingOverride } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
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
