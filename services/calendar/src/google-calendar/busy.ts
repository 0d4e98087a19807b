import type { GoogleEvent, GoogleTime } from "./google.ts";
import { isOwnId } from "./shown.ts";

/** A part of a day that somebody is busy; minutes since local midnight. */
export type Part = { readonly date: string; readonly start: number; readonly end: number };
export type Span = { readonly from: string; readonly to: string };

const minutesADay = 1_440;
/** Kinds of events that say where somebody is, or whose birthday it is, and not that they are busy. */
const idle: readonly string[] = ["workingLocation", "birthday"];

/** Whether the event is one of ours, in whichever calendar and from whichever installation: those never come back as busy time. */
export const isOurs = (event: GoogleEvent): boolean => isOwnId(event.id) || event.extendedProperties?.private?.leashline !== undefined;

const isBusy = ({ status, transparency, eventType, attendees }: GoogleEvent): boolean =>
  status !== "cancelled" &&
  transparency !== "transparent" &&
  !idle.includes(eventType ?? "") &&
  !attendees?.some(({ self, responseStatus }) => self && responseStatus === "declined");

function at(time: GoogleTime | undefined, zone: string): Temporal.ZonedDateTime | null {
  try {
    if (time?.date) return Temporal.PlainDate.from(time.date).toZonedDateTime(zone);
    return time?.dateTime ? Temporal.Instant.from(time.dateTime).toZonedDateTimeISO(zone) : null;
  } catch {
    return null;
  }
}

/** What an event takes of each day of a span, by the clock of the business; nothing of one that leaves its holder free. */
export function busyParts(event: GoogleEvent, zone: string, span: Span): Part[] {
  const [start, end] = [at(event.start, zone), at(event.end, zone)];
  if (!isBusy(event) || isOurs(event) || !start || !end || Temporal.ZonedDateTime.compare(start, end) >= 0) return [];
  const parts: Part[] = [];
  const [first, last] = [start.toPlainDate(), end.toPlainDate()];
  let day = first.toString() < span.from ? Temporal.PlainDate.from(span.from) : first;
  for (; Temporal.PlainDate.compare(day, last) <= 0 && day.toString() <= span.to; day = day.add({ days: 1 })) {
    const from = day.equals(first) ? start.hour * 60 + start.minute : 0;
    const to = day.equals(last) ? end.hour * 60 + end.minute + (end.second > 0 ? 1 : 0) : minutesADay;
    if (to > from) parts.push({ date: day.toString(), start: from, end: to });
  }
  return parts;
}
