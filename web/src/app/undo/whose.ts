import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Change } from "./kept-changes.ts";

const ofVisits = /\.(AppointmentService\/UndoChange|SeriesService\/UndoSeriesChange|WalkService\/UndoWalkReport)$/;
const isId = (value: unknown): value is string => typeof value === "string" && /^[1-9]\d{0,18}$/.test(value);

type Named = { readonly id?: unknown; readonly appointmentId?: unknown };

/** The appointments that a change is of; none of what is nobody's. */
export function visitsOf({ call, message }: Pick<Change, "call" | "message">): string[] {
  if (!ofVisits.test(call)) return [];
  const { changes } = message as { changes?: unknown };
  const each: readonly Named[] = Array.isArray(changes) ? changes : [message];
  return each.map((one) => one?.appointmentId ?? one?.id).filter(isId);
}

type Visit = Pick<Appointment, "id" | "customerId" | "customerFirstName" | "customerLastName">;

/** Whose they are, by name: two of them, and how many more. */
export function whoseOf(ids: readonly string[], visits: readonly Visit[]): string {
  const theirs = visits.filter(({ id }) => ids.includes(id));
  const names = [
    ...new Map(theirs.map((one) => [one.customerId, `${one.customerFirstName} ${one.customerLastName}`.trim()])).values(),
  ].filter((name) => name !== "");
  const [first = "", second = "", ...more] = names;
  if (more.length > 0) return `${first}, ${second} and ${more.length} more`;
  return second ? `${first} and ${second}` : first;
}
