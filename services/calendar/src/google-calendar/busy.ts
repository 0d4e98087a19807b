import type { GoogleEvent, GoogleTime } from "./google.ts";
import { isAnId, isOwnId, type Owner } from "./shown.ts";

/** A part of a day that somebody is busy; minutes since local midnight. */
export type Part = { readonly date: string; readonly start: number; readonly end: number };
export type Span = { readonly from: string; readonly to: string };

const minutesADay = 1_440;
/** Kinds of events that say where somebody is, or whose birthday it is, and not that they are busy. */
const idle: readonly string[] = ["workingLocation", "birthday"];

/** Whether the event is one of the company's own, in whichever calendar: those never come back as busy time. What another company has somebody do does. */
export const isOurs = (event: GoogleEvent, owner: Owner): boolean =>
  isAnId(event.id) ? isOwnId(event.id, owner) : (event.extendedProperties?.private?.leashline?.startsWith(`${owner.companyId}-`) ?? false);

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

/** Where the clock goes back meanwhile, the hour that comes twice is taken whole: as told by the clock, the event may end before it begins. */
function overTheTurn(part: Part, from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Part {
  const back = (from.offsetNanoseconds - to.offsetNanoseconds) / 60e9;
  const turn = back > 0 ? from.getTimeZoneTransition("next") : null;
  if (turn?.toPlainDate().toString() !== part.date) return part;
  const again = turn.hour * 60 + turn.minute;
  return { ...part, start: Math.min(part.start, again), end: Math.max(part.end, again + back) };
}

/** What an event takes of each day of a span, by the clock of the business; nothing of one that leaves its holder free. */
export function busyParts(event: GoogleEvent, zone: string, span: Span): Part[] {
  const [start, end] = [at(event.start, zone), at(event.end, zone)];
  if (!isBusy(event) || !start || !end || Temporal.ZonedDateTime.compare(start, end) >= 0) return [];
  const parts: Part[] = [];
  const [first, last] = [start.toPlainDate(), end.toPlainDate()];
  let day = first.toString() < span.from ? Temporal.PlainDate.from(span.from) : first;
  for (; Temporal.PlainDate.compare(day, last) <= 0 && day.toString() <= span.to; day = day.add({ days: 1 })) {
    const from = day.equals(first) ? start.hour * 60 + start.minute : 0;
    const to = day.equals(last) ? end.hour * 60 + end.minute + (end.second > 0 ? 1 : 0) : minutesADay;
    const part = overTheTurn({ date: day.toString(), start: from, end: to }, start, end);
    if (part.end > part.start) parts.push(part);
  }
  return parts;
}
