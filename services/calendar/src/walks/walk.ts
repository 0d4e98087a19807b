import { fail, named } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type WalkMark, type WalkReport, WalkReportSchema } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { type Appointment, type AppointmentPlan, isWalk } from "../appointments/appointment.ts";
import { planOf } from "../appointments/notes.ts";
import { withStatus } from "../status/status.ts";

export type Place = { readonly lat: number; readonly lng: number; readonly accuracy: number };
export type PetMarks = { readonly petId: string; readonly marks: readonly WalkMark[] };

/** What is noted of a walk besides its appointment. */
export type Noted = {
  readonly startPlace: Place | null;
  readonly finishPlace: Place | null;
  readonly note: string;
  readonly photoPaths: readonly string[];
  readonly pets: readonly PetMarks[];
  readonly reportedAt: Date | null;
  readonly version: number;
};
export type Walk = { readonly appointment: Appointment; readonly noted: Noted };

export const nothingNoted: Noted = {
  startPlace: null,
  finishPlace: null,
  note: "",
  photoPaths: [],
  pets: [],
  reportedAt: null,
  version: 0,
};

const { CHECKED_IN, READY_FOR_PICKUP, FINISHED, CANCELLED } = AppointmentStatus;
const field = "appointmentId";

export function mustBeWalk(appointment: Appointment): Appointment {
  if (!appointment.lines.some(isWalk)) throw fail("PARAMS_INVALID", { field, reason: "this appointment has no dog walk" });
  return appointment;
}

const isOut = ({ status }: Pick<Appointment, "status">): boolean => status === CHECKED_IN || status === READY_FOR_PICKUP;

/** The walk once the walker has the dogs; null when they have them already. */
export function started(current: Appointment, now: string): AppointmentPlan | null {
  if (isOut(mustBeWalk(current))) return null;
  const plan = withStatus(planOf(current), CHECKED_IN, now);
  if (!plan) throw fail("APPOINTMENT_STATUS_INVALID", { field });
  return plan;
}

/** The walk once the dogs are back; null when they were before. Nobody comes back who has not gone. */
export function finished(current: Appointment, now: string): AppointmentPlan | null {
  if (mustBeWalk(current).status === FINISHED) return null;
  const plan = isOut(current) ? withStatus(planOf(current), FINISHED, now) : null;
  if (!plan) throw fail("APPOINTMENT_STATUS_INVALID", { field, message: "This walk has not been started." });
  return plan;
}

export function mustBeReportable(appointment: Appointment): void {
  if (mustBeWalk(appointment).status !== FINISHED)
    throw fail("APPOINTMENT_STATUS_INVALID", { field, message: "A walk is reported once it is finished." });
}

/** What a client gets to read. */
export type Written = Pick<Noted, "note" | "photoPaths" | "pets">;

/** The report after a request, which names what it changes. */
export function reportAfter(
  visit: Appointment,
  given: WalkReport,
  mask: Parameters<typeof named>[2],
  before: Written,
  companyId: string,
): Written {
  if (mustBeWalk(visit).status === CANCELLED) throw fail("APPOINTMENT_STATUS_INVALID", { field });
  const fields = named(WalkReportSchema, given, mask);
  return {
    note: fields.has("note") ? given.note.trim() : before.note,
    photoPaths: fields.has("photoPaths") ? given.photoPaths.map((path) => ownPhoto(path, companyId)) : before.photoPaths,
    pets: fields.has("pets") ? marksOf(visit, given) : before.pets,
  };
}

/** Clients see it: a public file of the company itself. */
function ownPhoto(path: string, companyId: string): string {
  if (!new RegExp(`^/uploads/public/${companyId}/[0-9a-z]+/[^/\\\\]+$`).test(path))
    throw fail("PARAMS_INVALID", { field: "report.photoPaths", reason: "must be a public file of your own" });
  return path;
}

function marksOf({ lines }: Appointment, { pets }: WalkReport): PetMarks[] {
  const walked = new Set(lines.filter(isWalk).map(({ petId }) => petId));
  if (pets.some(({ petId }) => !walked.has(petId))) throw fail("PET_NOT_FOUND", { field: "report.pets" });
  const marks = new Map(pets.map((pet) => [pet.petId, pet.marks]));
  return [...marks].filter(([, own]) => own.length > 0).map(([petId, own]) => ({ petId, marks: own.toSorted((a, b) => a - b) }));
}
