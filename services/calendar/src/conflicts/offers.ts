import type { Days } from "../occupancy/days.store.ts";
import { mayDo, type Terms } from "../projections/own-staff.ts";
import { freeStarts, nextFree, type Offer, type SlotDemand } from "../scheduling/free.ts";
import type { StaffDay } from "../scheduling/verdict.ts";
import { localTime } from "../scheduling/zone.ts";

/** Appointments are offered to people every quarter of an hour. */
export const OFFER_STEP = 15;
const OFFERS = 5;

export type FreeTimes = { date: string; staff: { staffId: string; startTimes: number[] }[] };

/** The days of these people. */
export const daysOf = (days: Days, staffIds: ReadonlySet<string>): Days =>
  new Map([...days].filter(([key]) => staffIds.has(key.slice(0, key.indexOf(" ")))));

/** The days of those who may do all of these services; whoever does them anyway goes on. */
export function theirDays(days: Days, terms: readonly Terms[], anyway: readonly string[] = []): Days {
  if (terms.length === 0) return days;
  return new Map(
    [...days].filter(([key]) => {
      const [staffId = ""] = key.split(" ");
      return anyway.includes(staffId) || mayDo(terms, staffId);
    }),
  );
}

/** What is free, by date and staff in the order of the days; nothing lies before `earliest`. */
export function freeTimes(days: Days, demand: Omit<SlotDemand, "notBefore">, earliest: { date: string; minute: number }): FreeTimes[] {
  const found: FreeTimes[] = [];
  for (const [key, staffDay] of days) {
    const [staffId = "", date = ""] = key.split(" ");
    const startTimes = startsOn(staffDay, date, demand, earliest);
    if (startTimes.length === 0) continue;
    const last = found.at(-1);
    if (last?.date === date) last.staff.push({ staffId, startTimes });
    else found.push({ date, staff: [{ staffId, startTimes }] });
  }
  return found;
}

function startsOn(
  staffDay: StaffDay,
  date: string,
  demand: Omit<SlotDemand, "notBefore">,
  earliest: { date: string; minute: number },
): number[] {
  if (date < earliest.date) return [];
  return freeStarts(staffDay, { ...demand, notBefore: date === earliest.date ? earliest.minute : 0 });
}

/** The local minute from which on a time can still be offered: now and the notice, rounded up. */
export function earliestAt(now: number, noticeMinutes: number, zone: string): { date: string; minute: number } {
  const at = Temporal.Instant.fromEpochMilliseconds(now + noticeMinutes * 60_000 + 59_999);
  return localTime(at, zone);
}

/** The free starts to offer instead of a time that could not be had, soonest first. */
export function suggestions(
  days: Days,
  demand: Omit<SlotDemand, "notBefore">,
  earliest: { date: string; minute: number },
  wanted: Offer,
): Offer[] {
  const candidates = [...days].map(([key, staffDay]) => {
    const [staffId = "", date = ""] = key.split(" ");
    return { staffId, date, starts: () => startsOn(staffDay, date, demand, earliest) };
  });
  return nextFree(candidates, wanted, OFFERS).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.start - b.start));
}
