import { dateOf, dayNumber } from "./dates.ts";
import { DAY_MINUTES, type Range } from "./minutes.ts";

// Local date and minutes -> instants, and back.
//
// Policy at the two yearly transitions:
// - minutes that the clock skips in spring do not exist: nobody works in them, no slot is offered there, and a range that reaches into
//   them stops (or begins) where the clock jumps;
// - minutes that come twice in autumn mean their first coming, so a visit over the change lasts the extra hour.
// The mapping never runs backwards, therefore ranges that do not overlap on the wall clock never overlap in real time.

const MS_PER_MINUTE = 60_000;

export type Instants = { readonly start: Temporal.Instant; readonly end: Temporal.Instant };
export type LocalTime = { readonly date: string; readonly minute: number };

type Gap = { readonly at: Temporal.Instant; readonly from: number; readonly to: number };

const gapsByZoneYear = new Map<string, readonly Gap[]>();
const MAX_CACHED = 4_096;

/** The minutes of this date that the zone's clock skips; null on all but one or two days a year. */
export function skippedMinutes(date: string, zone: string): Range | null {
  const midnight = dayNumber(date) * DAY_MINUTES;
  for (const gap of gapsOf(zone, Number(date.slice(0, 4)))) {
    const start = Math.max(gap.from - midnight, 0);
    const end = Math.min(gap.to - midnight, DAY_MINUTES);
    if (start < end) return { start, end };
  }
  return null;
}

/** `minute` may be 1440, the midnight that ends the day. */
export function instantAt(date: string, minute: number, zone: string): Temporal.Instant {
  const local = dayNumber(date) * DAY_MINUTES + minute;
  const day = Math.floor(local / DAY_MINUTES);
  const onDate = dateOf(day);
  const gap = gapsOf(zone, Number(onDate.slice(0, 4))).find((one) => one.from <= local && local < one.to);
  if (gap) return gap.at;
  const rest = local - day * DAY_MINUTES;
  const wall = Temporal.PlainDate.from(onDate).toPlainDateTime({ hour: Math.floor(rest / 60), minute: rest % 60 });
  return wall.toZonedDateTime(zone, { disambiguation: "earlier" }).toInstant();
}

export const instantsOf = (date: string, range: Range, zone: string): Instants => ({
  start: instantAt(date, range.start, zone),
  end: instantAt(date, range.end, zone),
});

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

function gapsOf(zone: string, year: number): readonly Gap[] {
  const key = `${zone} ${year}`;
  const known = gapsByZoneYear.get(key);
  if (known) return known;
  const gaps = findGaps(zone, year);
  if (gapsByZoneYear.size >= MAX_CACHED) gapsByZoneYear.clear();
  gapsByZoneYear.set(key, gaps);
  return gaps;
}

function findGaps(zone: string, year: number): Gap[] {
  const gaps: Gap[] = [];
  const before = Temporal.PlainDate.from({ year: year - 1, month: 12, day: 30 });
  const until = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 3 }).toZonedDateTime(zone);
  let clock = before.toZonedDateTime(zone).getTimeZoneTransition("next");
  while (clock && Temporal.ZonedDateTime.compare(clock, until) < 0) {
    const utc = Math.floor(clock.epochMilliseconds / MS_PER_MINUTE);
    const earlier = clock.subtract({ nanoseconds: 1 }).offsetNanoseconds / 6e10;
    const later = clock.offsetNanoseconds / 6e10;
    if (later > earlier) gaps.push({ at: clock.toInstant(), from: Math.ceil(utc + earlier), to: Math.floor(utc + later) });
    clock = clock.getTimeZoneTransition("next");
  }
  return gaps;
}
