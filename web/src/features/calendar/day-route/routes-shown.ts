import type { DayRoute, RouteStop } from "@leashline/proto/leashline/calendar/v1/day_route_service_pb.js";
import type { CSSProperties } from "react";
import { clientName, petNames, serviceNames } from "../shared/card-text.ts";
import { fullName } from "../shared/columns.tsx";
import { staffStyle } from "../shared/staff-tone.ts";
import { type CalendarCard, type CalendarStaff, NO_STAFF } from "../shared/types.ts";
import type { Place } from "./mercator.ts";

/** A stop as it is shown: its number on its route, who it is, and where. */
export type ShownStop = {
  readonly key: string;
  readonly id: string;
  readonly number: number;
  readonly client: string;
  readonly pets: string;
  readonly what: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly place: Place | undefined;
  readonly minutes: number | undefined;
  readonly outMinutes: number | undefined;
};
export type ShownRoute = {
  readonly staffId: string;
  readonly name: string;
  readonly van: string;
  readonly style: CSSProperties;
  readonly departure: Place | undefined;
  readonly arrival: Place | undefined;
  readonly minutes: number;
  readonly miles: number;
  readonly stops: readonly ShownStop[];
};

/** The routes of a day with what its cards say about each stop; those of the people chosen. */
export function shownRoutes(
  routes: readonly DayRoute[],
  cards: readonly CalendarCard[],
  staff: readonly CalendarStaff[],
  chosen: readonly string[],
): ShownRoute[] {
  const persons = staff.filter(({ staffId }) => staffId !== NO_STAFF);
  const cardOf = new Map(cards.map((card) => [card.appointmentId, card]));
  return routes
    .filter(({ staffId }) => chosen.length === 0 || chosen.includes(staffId))
    .map((route) => {
      const index = persons.findIndex(({ staffId }) => staffId === route.staffId);
      const one = persons[index];
      return {
        staffId: route.staffId,
        name: one ? fullName(one) : "Former staff",
        van: route.van,
        style: staffStyle(one ?? { colorCode: "" }, Math.max(0, index)),
        departure: route.departure,
        arrival: route.return,
        minutes: route.drive?.minutes ?? 0,
        miles: route.drive?.miles ?? 0,
        stops: route.stops.map((stop, n) => shownStop(stop, n, route.staffId, cardOf.get(stop.appointmentId))),
      };
    });
}

const shownStop = (stop: RouteStop, n: number, staffId: string, card: CalendarCard | undefined): ShownStop => ({
  key: `${staffId} ${stop.appointmentId}`,
  id: stop.appointmentId,
  number: n + 1,
  client: (card && clientName(card)) || "Appointment",
  pets: card ? petNames(card) : "",
  what: card ? serviceNames(card) : "",
  startTime: stop.startTime,
  endTime: stop.endTime,
  place: stop.place,
  minutes: stop.driving?.drivingMinutes,
  outMinutes: stop.driving?.drivingOutMinutes,
});

/** The line that a route draws, as far as places are known. */
export const lineOf = ({ departure, stops, arrival }: ShownRoute): Place[] =>
  [departure, ...stops.map(({ place }) => place), arrival].filter((place) => place !== undefined);
