import { length, type Range, subtract, union } from "./minutes.ts";
import type { PetShare } from "./pet-share.ts";
import { type Busy, conflictsOf, hasRoom, isBeyond, type StaffDay } from "./verdict.ts";

/** The time-slot list step (core §9). */
export const DEFAULT_STEP = 5;

export type SlotDemand = {
  readonly duration: number;
  readonly step: number;
  readonly pets: number;
  readonly serviceIds: readonly string[];
  /** The pets one by one, where they are known. */
  readonly shares?: readonly PetShare[];
  /** No start before this minute (today: now plus the notice asked for). */
  readonly notBefore: number;
};

/** Minutes at which the demand may start on this day, ascending; each of them passes `conflictsOf`, and no other minute of the grid does. */
export function freeStarts(staffDay: StaffDay, demand: SlotDemand): number[] {
  const { day } = staffDay;
  if (!day.working || limitReached(staffDay, demand)) return [];
  return day.availability === "slot" ? slotStarts(staffDay, demand) : gapStarts(freeRanges(staffDay), demand);
}

/** Working time that nothing takes; by slot this ignores bookings in the same business, which share it. */
export function freeRanges({ day, busy, skipped }: StaffDay): Range[] {
  if (!day.working) return [];
  const taken: Range[] = day.availability === "slot" ? busy.filter((one: Busy) => one.kind === "block" || one.elsewhere) : [...busy];
  if (skipped) taken.push(skipped);
  return subtract(day.ranges, taken);
}

function gapStarts(gaps: readonly Range[], { duration, step, notBefore }: SlotDemand): number[] {
  const starts: number[] = [];
  for (const gap of gaps) {
    const last = gap.end - duration;
    for (let start = Math.ceil(Math.max(gap.start, notBefore) / step) * step; start <= last; start += step) starts.push(start);
  }
  return starts;
}

/** By slot an appointment is offered at the beginning of each window that still has room. */
function slotStarts(staffDay: StaffDay, demand: SlotDemand): number[] {
  const { day, busy } = staffDay;
  if (!day.working) return [];
  const starts: number[] = [];
  for (const slot of day.slots) {
    if (slot.start < demand.notBefore || !hasRoom(day, slot, busy, demand)) continue;
    const range = { start: slot.start, end: slot.start + demand.duration };
    if (conflictsOf(staffDay, { ...demand, range }).length === 0) starts.push(slot.start);
  }
  return starts;
}

/** Whether a day has such a start at all, free or not; a day on which nobody works has none to compare with. */
export function isStart({ day }: StaffDay, start: number, step: number): boolean {
  if (!day.working) return true;
  return day.availability === "slot" ? day.slots.some((slot) => slot.start === start) : start % step === 0;
}

function limitReached({ day, busy }: StaffDay, demand: SlotDemand): boolean {
  if (!day.working) return true;
  return day.limits.some((limit) => isBeyond(limit, busy, demand));
}

export type Offer = { readonly date: string; readonly start: number; readonly staffId: string };

/** One staff member's free starts of one day. */
export type Starts = { readonly date: string; readonly staffId: string; readonly starts: () => readonly number[] };

/**
 * The free starts closest to the hour that was wanted: the same person that day, then others that day, then the same person later, then anybody.
 * A wanted hour after the last of a later day asks for its first ones. Days are only looked at until there are enough.
 */
export function nextFree(days: readonly Starts[], wanted: Offer, count: number): Offer[] {
  const later = days
    .filter((day) => day.date >= wanted.date)
    .sort((a, b) => closeness(a, wanted) - closeness(b, wanted) || compare(a.date, b.date));
  const found: Offer[] = [];
  for (const { date, staffId, starts } of later) {
    if (found.length >= count) break;
    const free = [...starts()];
    const afterHours = date !== wanted.date && free.every((start) => start < wanted.start);
    const distance = (start: number) => (afterHours ? start : Math.abs(start - wanted.start));
    const nearest = free.sort((a, b) => distance(a) - distance(b) || a - b);
    for (const start of nearest.slice(0, count - found.length)) found.push({ date, start, staffId });
  }
  return found;
}

function closeness({ date, staffId }: Starts, wanted: Offer): number {
  if (date === wanted.date) return staffId === wanted.staffId ? 0 : 1;
  return staffId === wanted.staffId ? 2 : 3;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Share of the working minutes that is taken, 0 to 1; what the bar under a staff member's name shows. */
export function fill({ day, busy }: StaffDay): { readonly working: number; readonly taken: number } {
  if (!day.working) return { working: 0, taken: 0 };
  const working = length(day.ranges);
  return { working, taken: working - length(subtract(day.ranges, union(busy))) };
}
