import { dateOf, dayNumber } from "./dates.ts";
import { DAY_MINUTES, type Range } from "./minutes.ts";

// Local date and minutes -> instants, and back.
//
// Policy at the two yearly transitions:
// - minutes that the clock skips in spring do not exist: nobody works in them, no slot is offered there, and a range that reaches into
//   them stops (or begins) where the clock jumps;
// - minutes that come twice in autumn mean their first coming, so an appointment over the change lasts the extra hour.
// The mapping never runs backwards, therefore ranges that do not overlap on the wall clock never overlap in real time.

const MS_PER_MINUTE = 60_000;

export type Instants = { readonly start: Temporal.Instant; readonly end: Temporal.Instant };
export type LocalTime = { readonly date: string; readonly minute: number };

/** A change of the clock, in minutes: when it happens (UTC), and how far local time is ahead of UTC before and after it. */
type Shift = { readonly at: number; readonly before: number; readonly after: number };
/** How far local time is ahead of UTC before the first of the shifts, and the shifts of a year and the days around it. */
type Clock = { readonly ahead: number; readonly shifts: readonly Shift[] };

const clocksByZoneYear = new Map<string, Clock>();
const MAX_CACHED = 4_096;

/** The minutes of this date that the zone's clock skips; null on all but one or two days a year. */
export function skippedMinutes(date: string, zone: string): Range | null {
  const midnight = dayNumber(date) * DAY_MINUTES;
  for (const { at, before, after } of clockOf(zone, Number(date.slice(0, 4))).shifts) {
    const start = Math.max(at + before - midnight, 0);
    const end = Math.min(at + after - midnight, DAY_MINUTES);
    if (start < end) return { start, end };
  }
  return null;
}

/** The instant in minutes since 1970 UTC; `minute` may be 1440, the midnight that ends the day, or later. */
export function utcMinute(date: string, minute: number, zone: string): number {
  const local = dayNumber(date) * DAY_MINUTES + minute;
  const { ahead, shifts } = clockOf(zone, Number(date.slice(0, 4)));
  let offset = ahead;
  for (const { at, before, after } of shifts) {
    if (local < at + before) break;
    if (local < at + after) return at;
    offset = after;
  }
  return local - offset;
}

export const instantOf = (minute: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(minute * MS_PER_MINUTE);

export const instantAt = (date: string, minute: number, zone: string): Temporal.Instant => instantOf(utcMinute(date, minute, zone));

export const instantsOf = (date: string, range: Range, zone: string): Instants => ({
  start: instantAt(date, range.start, zone),
  end: instantAt(date, range.end, zone),
});

/** The last local minute (since 1970) that does not come after the instant. */
function minuteBefore(utc: number, { ahead, shifts }: Clock): number {
  let local = utc + ahead;
  for (const { at, before, after } of shifts) if (at <= utc) local = Math.max(utc + after, at + before - 1);
  return local;
}

/** The first local minute (since 1970) that does not come before the instant. */
function minuteAfter(utc: number, { ahead, shifts }: Clock): number {
  let local = utc + ahead;
  for (const { at, before, after } of shifts) if (at < utc) local = Math.max(utc + after, at + before);
  return local;
}

/**
 * The minutes of a local day that meet a range of instants (minutes since 1970 UTC): a range of that day overlaps these minutes if and only if
 * its instants overlap those given.
 */
export function minutesOn(date: string, { start, end }: Range, zone: string): Range {
  const midnight = dayNumber(date) * DAY_MINUTES;
  const clock = clockOf(zone, Number(date.slice(0, 4)));
  const onDay = (local: number) => Math.min(Math.max(local - midnight, 0), DAY_MINUTES);
  return { start: onDay(minuteBefore(start, clock)), end: onDay(minuteAfter(end, clock)) };
}

export function localTime(instant: Temporal.Instant, zone: string): LocalTime {
  const local = instant.toZonedDateTimeISO(zone);
  return { date: local.toPlainDate().toString(), minute: local.hour * 60 + local.minute };
}

/** True for a name that the runtime's zone data knows. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/** The dates in UTC that a local day touches. */
export function utcDatesOf(date: string, zone: string): string[] {
  const first = Math.floor(utcMinute(date, 0, zone) / DAY_MINUTES);
  const last = Math.floor((utcMinute(date, DAY_MINUTES, zone) - 1) / DAY_MINUTES);
  return Array.from({ length: last - first + 1 }, (_, index) => dateOf(first + index));
}

function clockOf(zone: string, year: number): Clock {
  const key = `${zone} ${year}`;
  const known = clocksByZoneYear.get(key);
  if (known) return known;
  const clock = readClock(zone, year);
  if (clocksByZoneYear.size >= MAX_CACHED) clocksByZoneYear.clear();
  clocksByZoneYear.set(key, clock);
  return clock;
}

const minutesAhead = (time: Temporal.ZonedDateTime): number => Math.round(time.offsetNanoseconds / 6e10);

function readClock(zone: string, year: number): Clock {
  const from = Temporal.PlainDate.from({ year: year - 1, month: 12, day: 30 }).toZonedDateTime(zone);
  const until = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 3 }).toZonedDateTime(zone);
  const shifts: Shift[] = [];
  let change = from.getTimeZoneTransition("next");
  while (change && Temporal.ZonedDateTime.compare(change, until) < 0) {
    const before = minutesAhead(change.subtract({ nanoseconds: 1 }));
    shifts.push({ at: Math.floor(change.epochMilliseconds / MS_PER_MINUTE), before, after: minutesAhead(change) });
    change = change.getTimeZoneTransition("next");
  }
  return { ahead: minutesAhead(from), shifts };
}
