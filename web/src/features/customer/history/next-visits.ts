import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { ClientClass } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import type { ClassSession } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { ahead } from "../shared/classes/client-classes.ts";

type Next = { visit: Appointment; place?: undefined } | { visit?: undefined; place: ClientClass };
type When = Pick<Appointment, "startTime"> & { date?: Appointment["appointmentDate"] };

/** Sorts as time goes on. */
const order = ({ date, startTime }: When): string => `${isDay(date) ? dayToIso(date) : ""} ${String(startTime).padStart(4, "0")}`;

type Lists = { visits: readonly Appointment[]; places: readonly ClientClass[] };

const keyOf = (visit: Appointment): string => order({ date: visit.appointmentDate, startTime: visit.startTime });

const keyed = ({ visits, places }: Lists, sessionOf: (place: ClientClass) => ClassSession | undefined): { at: string; next: Next }[] => [
  ...visits.map((visit) => ({ at: keyOf(visit), next: { visit } })),
  ...places.map((place) => {
    const session = sessionOf(place);
    return { at: session ? order(session) : "", next: { place } };
  }),
];

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Visits, and places in classes by their next session, the soonest first. */
export const inOrder = (visits: readonly Appointment[], places: readonly ClientClass[]): Next[] =>
  keyed({ visits, places }, (place) => ahead(place)[0])
    .toSorted((a, b) => compare(a.at, b.at))
    .map(({ next }) => next);

/** The session that a place in a class stands under: its next one, else its last. */
export const standingSession = (place: ClientClass): ClassSession | undefined => ahead(place)[0] ?? place.sessions.at(-1);

/** A page of visits with the places in classes that fall between it and the page before, of which `before` is the last visit; the newest first. */
export function newestFirst(lists: Lists, { before, isLast }: { before?: Appointment | undefined; isLast: boolean }): Next[] {
  const lowest = lists.visits.at(-1);
  return keyed(lists, standingSession)
    .filter(({ at, next }) => next.visit || ((!before || at < keyOf(before)) && (isLast || !lowest || at >= keyOf(lowest))))
    .toSorted((a, b) => compare(b.at, a.at))
    .map(({ next }) => next);
}
