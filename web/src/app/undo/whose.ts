import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type Change, eachOf } from "./kept-changes.ts";

const ofAppointments = /\.(AppointmentService\/UndoChange|SeriesService\/UndoSeriesChange|WalkService\/UndoWalkReport)$/;
const isId = (value: unknown): value is string => typeof value === "string" && /^[1-9]\d{0,18}$/.test(value);

/** The appointments that a change is of; none of what is nobody's. */
export function visitsOf({ call, message }: Pick<Change, "call" | "message">): string[] {
  if (!ofAppointments.test(call)) return [];
  return eachOf(message).flatMap(({ appointmentId, id }) => [appointmentId ?? id].filter(isId));
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
