import { type AppointmentPlan, type StaffSegment, stretchesOf, takenBy } from "../appointments/appointment.ts";
import { type Instants, instantAt, instantsOf } from "../scheduling/zone.ts";
import { isWithin, type TimedSegment, takesTime } from "./placement.ts";
import type { Locked, Taken } from "./save-appointment.store.ts";

export type Kept = TimedSegment & { readonly stays: boolean };

type Planned = {
  readonly plan: AppointmentPlan;
  readonly segments: readonly StaffSegment[];
  /** Neither its lines nor its time change. */
  readonly keepsTime: boolean;
};

/** What each segment has of the time that the appointment takes already, and whether it stays within it. */
export function keptSegments(locked: Locked, { plan, segments, keepsTime }: Planned, zone: string): Map<StaffSegment, Kept> {
  const { appointment, taken } = locked;
  const { overbooked, outOfHours } = appointment;
  const sameZone = Date.parse(appointment.startAt) === instantAt(appointment.date, appointment.start, zone).epochMilliseconds;
  const sameDays = plan.date === appointment.date && plan.endDate === appointment.endDate;
  const before = Map.groupBy(stretchesOf(appointment.lines), ({ staffId }) => staffId);
  const takenOf = Map.groupBy(taken, ({ staffId }) => staffId);
  const kept = new Map<StaffSegment, Kept>();
  for (const segment of segments) {
    const all = before.get(segment.staffId) ?? [];
    const own = all.find((one) => isWithin(segment, one));
    const theirs = takenOf.get(segment.staffId) ?? [];
    const had = own && hadBy(own, theirs, all.length, instantsOf(appointment.date, takenBy(own), zone));
    const takes = takesTime(plan, segment);
    const same = own !== undefined && own.start === segment.start && own.end === segment.end;
    const within = own !== undefined && (same || sameZone);
    // A later start may lie in another slot, which may be full.
    const stays = keepsTime || (within && (had !== undefined || !takes) && sameDays && (!had?.slot || own.start === segment.start));
    const slot = had?.slot ? { ...had.slot, pets: Math.min(had.slot.pets, segment.petIds.length) } : null;
    const during = same && had ? had.during : instantsOf(plan.date, takenBy(segment), zone);
    kept.set(segment, { ...segment, takesTime: takes, exclusive: had?.exclusive ?? false, overbooked, outOfHours, slot, during, stays });
  }
  return kept;
}

/** What a stretch takes as it is stored: a part of its own or, where a visit is still stored in one from before visits had parts, its share of the whole. */
function hadBy({ part }: StaffSegment, theirs: readonly Taken[], stretches: number, during: Instants): Taken | undefined {
  if (theirs.length === stretches) return theirs[part];
  const whole = theirs.find((one) => isCovered(during, one.during));
  return whole && { ...whole, during, slot: part === 0 ? whole.slot : null };
}

const isCovered = (inner: Instants, outer: Instants): boolean =>
  Temporal.Instant.compare(outer.start, inner.start) <= 0 && Temporal.Instant.compare(inner.end, outer.end) <= 0;
