import { fail } from "@leashline/kit";
import type { AppointmentIdentifier } from "@leashline/proto/leashline/calendar/v1/evaluation_card_pb.js";
import { type AppointmentPlan, isBoardingStay, isDaycare, type Moving, moved, type ServiceLine } from "../appointments/appointment.ts";
import { NO_STAFF, staffOrNone } from "../projections/staff.ts";

export const isEvaluation = (line: Pick<ServiceLine, "careType">): boolean => line.careType === "EVALUATION";

/** Which appointment, and who evaluates or when it begins: an id alone says no card (core §5). */
export function mustIdentify({ staffId, startTime }: Pick<AppointmentIdentifier, "staffId" | "startTime">): void {
  if (staffId === undefined && startTime === undefined)
    throw fail("PARAMS_INVALID", { field: "appointment", reason: "needs a staff member or a start besides the id" });
}

/** The evaluations that an identifier means. */
export function evaluationsMeant(lines: readonly ServiceLine[], { staffId, startTime }: AppointmentIdentifier): ServiceLine[] {
  const whose = staffId === undefined ? undefined : staffOrNone(staffId);
  const meant = lines.filter(
    (line) =>
      isEvaluation(line) && (whose === undefined || line.staffId === whose) && (startTime === undefined || line.start === startTime),
  );
  if (meant.length === 0) throw fail("NOT_FOUND", { field: "appointment", reason: "has no such evaluation" });
  return meant;
}

/** The appointment with its evaluation elsewhere; refused where its pet or whoever evaluates would be in two places of the same appointment. */
export function withEvaluationAt(plan: AppointmentPlan, moving: Moving): AppointmentPlan {
  if (isBoardingStay(plan)) throw fail("STATE_CONFLICT", { message: "The evaluation of a stay moves with the stay." });
  const after = moved(plan, moving);
  const before = new Map(plan.lines.map((line) => [line.id, line]));
  for (const own of after.lines.filter((line) => moving.lineIds.has(line.id))) {
    const clash = after.lines.find((other) => !moving.lineIds.has(other.id) && isInTheWay(own, other, before));
    if (clash) throw refusalFor(own, clash);
  }
  return after;
}

const meets = (a: ServiceLine, b: ServiceLine): boolean => a.start < b.start + b.duration && b.start < a.start + a.duration;
const samePerson = (a: ServiceLine, b: ServiceLine): boolean => a.staffId === b.staffId && a.staffId !== NO_STAFF;

/** What stood side by side before was put there on purpose. */
function isInTheWay(own: ServiceLine, other: ServiceLine, before: ReadonlyMap<string, ServiceLine>): boolean {
  if (isDaycare(other) || !meets(own, other) || !(own.petId === other.petId || samePerson(own, other))) return false;
  const was = before.get(own.id);
  const stood = before.get(other.id);
  return !was || !stood || !meets(was, stood) || (samePerson(own, other) && !samePerson(was, stood));
}

const refusalFor = (own: ServiceLine, other: ServiceLine): Error =>
  fail("PARAMS_INVALID", {
    field: "startTime",
    reason: `${own.petId === other.petId ? other.petName : other.staffName} has ${other.serviceName} at that time`,
  });
