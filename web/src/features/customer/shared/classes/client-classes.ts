import type { ClientClass } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import type { ClassSession } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { dayToIso } from "../../../../ui/format/dates.ts";

type Place = Pick<ClientClass, "cancelled" | "sessions">;

/** Sessions in which a pet is still to come. */
export const ahead = ({ cancelled, sessions }: Place): ClassSession[] => (cancelled ? [] : sessions.filter(({ over }) => !over));

/** Places that have a session ahead. */
export const coming = <T extends Place>(places: readonly T[]): T[] => places.filter((one) => ahead(one).length > 0);

const dayOf = ({ date }: ClassSession): string => (date ? dayToIso(date) : "");
const firstDay = (place: Place): string => ahead(place).map(dayOf)[0] ?? "";

/** The next day with an appointment or a session, "YYYY-MM-DD"; empty without one. */
export const nextDayOf = (visit: string, places: readonly Place[]): string =>
  [visit, ...places.map(firstDay)].filter(Boolean).toSorted()[0] ?? "";

const panelOf = (place: Place): string => (ahead(place).length > 0 ? "upcoming" : place.cancelled ? "cancelled" : "finished");

/** What of them stands under a panel of a client's bookings. */
export const classesUnder = <T extends Place>(panel: string, places: readonly T[]): T[] =>
  places.filter((one) => panel === "all" || panelOf(one) === panel);
