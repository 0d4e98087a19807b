import { fail } from "@leashline/kit";
import type { AppointmentIdentifier } from "@leashline/proto/leashline/calendar/v1/evaluation_card_pb.js";
import { type AppointmentPlan, isBoardingStay, isDaycare, type Moving, moved, type ServiceLine } from "../appointments/appointment.ts";
import { NO_STAFF, staffOrNone } from "../projections/staff.ts";
import { isDoneBy, partsOf } from "../scheduling/shared-work.ts";

export const isEvaluation = (line: Pick<ServiceLine, "careType">): boolean => line.careType === "EVALUATION";

/** Which appointment, and who evaluates or when it begins: an id alone says no card (core §5). */
export function mustIdentify({ staffId, startTime }: Pick<AppointmentIdentifier, "staffId" | "startTime">): void {
  if (staffId === undefined && startTime === undefined)
    throw fail("PARAMS_INVALID", { field: "appointment", reason: "needs a staff member or a start besides the id" });
}

/** The evaluations that an identifier means, whose part of them, and when that begins. */
export function evaluationsMeant(lines: readonly ServiceLine[], { staffId, startTime }: AppointmentIdentifier) {
  const whose = staffId === undefined ? undefined : staffOrNone(staffId);
  const beginsAt = (line: ServiceLine) => line.start + (partsOf(line).find((part) => part.staffId === whose)?.offset ?? 0);
  const meant = lines.filter(
    (line) =>
      isEvaluation(line) && (whose === undefined || isDoneBy(line, whose)) && (startTime === undefined || beginsAt(line) === startTime),
  );
  if (meant.length === 0) throw fail("NOT_FOUND", { field: "appointment", reason: "has no such evaluation" });
  return {
    lineIds: new Set(meant.map((line) => line.id)),
    start: Math.min(...meant.map(beginsAt)),
    ...(whose !== undefined && { whose }),
  };
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

type Spell = { readonly start: number; readonly duration: number };
const meets = (a: Spell, b: Spell): boolean => a.start < b.start + b.duration && b.start < a.start + a.duration;

const petMeets = (a: ServiceLine, b: ServiceLine): boolean => a.petId === b.petId && meets(a, b);

const spellsOf = (line: ServiceLine) => partsOf(line).map((part) => ({ ...part, start: line.start + part.offset }));
/** Who would do both at once. */
const personOnBoth = (a: ServiceLine, b: ServiceLine) =>
  spellsOf(a).find((own) => own.staffId !== NO_STAFF && spellsOf(b).some((other) => other.staffId === own.staffId && meets(own, other)));

/** What stood side by side before was put there on purpose. */
function isInTheWay(own: ServiceLine, other: ServiceLine, before: ReadonlyMap<string, ServiceLine>): boolean {
  if (isDaycare(other)) return false;
  const [was, stood] = [before.get(own.id), before.get(other.id)];
  const stoodSo = (both: (a: ServiceLine, b: ServiceLine) => unknown) => Boolean(was && stood && both(was, stood));
  return (petMeets(own, other) && !stoodSo(meets)) || (personOnBoth(own, other) !== undefined && !stoodSo(personOnBoth));
}

const refusalFor = (own: ServiceLine, other: ServiceLine): Error =>
  fail("PARAMS_INVALID", {
    field: "startTime",
    reason: `${petMeets(own, other) ? other.petName : personOnBoth(own, other)?.staffName} has ${other.serviceName} at that time`,
  });
