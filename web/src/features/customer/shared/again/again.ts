import { pathTo } from "../../../../app/routes/paths.ts";
import { addDays, type DayLike, dayToIso, isDay } from "../../../../ui/format/dates.ts";

/** For whom no rhythm is known. */
const USUAL_DAYS = 28;

/** The day on which a client would come again after a visit, or from today on where its day is not known; today where that day is over. */
export const againOn = (visited: DayLike | undefined, everyDays: number, today: string): string => {
  const next = addDays(isDay(visited) ? dayToIso(visited) : today, everyDays > 0 ? everyDays : USUAL_DAYS);
  return next < today ? today : next;
};

type Had = { appointmentId: string; customerId: string; isStay: boolean };

/** Where what they had is booked once more: a stay among the stays, on days that are chosen there; a visit on its day. */
export const againPath = ({ appointmentId, customerId, isStay }: Had, date: string): string => {
  const query = { book: "1", customerId, again: appointmentId };
  return isStay ? pathTo("/calendar/lodging", {}, query) : pathTo("/calendar/grooming", {}, { ...query, date });
};
