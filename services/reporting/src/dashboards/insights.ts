/** Less notice than this, in minutes, is late: the time can hardly be given to somebody else. */
export const LATE_NOTICE = 24 * 60;

/** Whoever is further past their time is lost rather than due. */
export const LOST_AFTER = 365;

/** Up to how many days late, each the upper end of a group; the last has none. */
const groups = [7, 14, 28];

/** How many clients are late by so many days. */
export type Late = { readonly days: number; readonly clients: number };

/** How many clients are late by up to a week, two weeks, four weeks, longer. */
export function byLateness(late: readonly Late[]): number[] {
  const counts = [...groups.map(() => 0), 0];
  for (const { days, clients } of late) {
    const found = groups.findIndex((most) => days <= most);
    const group = found === -1 ? groups.length : found;
    counts[group] = (counts[group] ?? 0) + clients;
  }
  return counts;
}

type Hours = { staffId: string; timeRange: readonly { startTime: number; endTime: number }[] };
type Booked = { staffId: string; name: string; minutes: number };
export type StaffTime = { staffId: string; name: string; bookedMinutes: number; workingMinutes: number };

/** Each person's time, fullest first: those who work, and those who have something booked all the same. */
export function staffTimes(booked: readonly Booked[], hours: readonly Hours[], names: ReadonlyMap<string, string>): StaffTime[] {
  const working = new Map<string, number>();
  for (const { staffId, timeRange } of hours)
    working.set(staffId, (working.get(staffId) ?? 0) + timeRange.reduce((sum, range) => sum + range.endTime - range.startTime, 0));
  const found = new Map(booked.map((one) => [one.staffId, one]));
  return [...new Set([...working.keys(), ...found.keys()])]
    .map((staffId) => ({
      staffId,
      name: found.get(staffId)?.name || names.get(staffId) || "",
      bookedMinutes: found.get(staffId)?.minutes ?? 0,
      workingMinutes: working.get(staffId) ?? 0,
    }))
    .filter((one) => one.bookedMinutes > 0 || one.workingMinutes > 0)
    .sort((a, b) => shareOf(b) - shareOf(a) || a.name.localeCompare(b.name));
}

const shareOf = ({ bookedMinutes, workingMinutes }: StaffTime): number => bookedMinutes / Math.max(1, workingMinutes);
