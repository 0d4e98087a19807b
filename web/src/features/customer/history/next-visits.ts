import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { ClientClass } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { ahead } from "../shared/classes/client-classes.ts";

type Next = { visit: Appointment; place?: undefined } | { visit?: undefined; place: ClientClass };
type When = Pick<Appointment, "startTime"> & { date?: Appointment["appointmentDate"] };

/** Sorts as time goes on. */
const order = ({ date, startTime }: When): string => `${isDay(date) ? dayToIso(date) : ""} ${String(startTime).padStart(4, "0")}`;

/** Visits, and places in classes by their next session, the soonest first. */
export function inOrder(visits: readonly Appointment[], places: readonly ClientClass[]): Next[] {
  const all: { at: string; next: Next }[] = [
    ...visits.map((visit) => ({ at: order({ date: visit.appointmentDate, startTime: visit.startTime }), next: { visit } })),
    ...places.map((place) => ({ at: ahead(place).map(order)[0] ?? "", next: { place } })),
  ];
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ next }) => next);
}
