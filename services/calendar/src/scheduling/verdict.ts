import { contains, overlaps, type Range } from "./minutes.ts";
import type { LimitationGroup, OffReason, WorkingDay } from "./schedule.ts";

/** For whom a time is held: the shop, somebody who chooses on the storefront, or a request that waits for staff. */
export const Holder = { SHOP: 0, CLIENT: 1, STRANGER: 2, CLIENT_REQUEST: 3, STRANGER_REQUEST: 4 } as const;
export type Holder = (typeof Holder)[keyof typeof Holder];

/** Something that takes a staff member's time on a day, in minutes of the day that is asked about. */
export type Busy = Range & {
  readonly kind: "booking" | "block" | "hold";
  /** Of a hold. */
  readonly holder?: Holder;
  /** Id of the appointment, the block, or the hold. */
  readonly id: string;
  /** Counted where it begins: 0 on a day that it only reaches into. */
  readonly pets: number;
  readonly serviceIds: readonly string[];
  /** In another business. Nobody is in two places at once, so this takes the whole of their time, also where they are booked by slot. */
  readonly elsewhere: boolean;
};

/** One staff member's day: everything a decision about it needs. */
export type StaffDay = { readonly day: WorkingDay; readonly busy: readonly Busy[]; readonly skipped: Range | null };

export type Demand = { readonly range: Range; readonly pets: number; readonly serviceIds: readonly string[] };

/** Conflict kinds of core §4. */
export type ConflictKind = "notWorking" | "existingBooking" | "blockedTime";

export type ConflictWhy = OffReason | "outsideHours" | "clockChange" | "overlap" | "held" | "capacity" | "limit";

export type Conflict = {
  readonly kind: ConflictKind;
  readonly why: ConflictWhy;
  /** What stands in the way: the booking or block, or the nearest working time; null when there is none. */
  readonly range: Range | null;
  readonly id: string;
  readonly note: string;
};

/** Every reason why the demand is not allowed, hardest first; none means it is. */
export function conflictsOf(staffDay: StaffDay, demand: Demand): Conflict[] {
  return [...workingConflicts(staffDay, demand.range), ...busyConflicts(staffDay, demand), ...limitConflicts(staffDay, demand)];
}

export const isAllowed = (staffDay: StaffDay, demand: Demand): boolean => conflictsOf(staffDay, demand).length === 0;

export const without = (staffDay: StaffDay, ids: ReadonlySet<string>): StaffDay => ({
  ...staffDay,
  busy: staffDay.busy.filter((one) => !ids.has(one.id)),
});

function workingConflicts({ day, skipped }: StaffDay, range: Range): Conflict[] {
  if (skipped && overlaps(skipped, range)) return [refusal("notWorking", "clockChange", skipped)];
  if (!day.working) return [{ kind: "notWorking", why: day.reason, range: null, id: "", note: day.note }];
  if (day.availability === "slot") {
    const inSlot = day.slots.some((slot) => slot.start <= range.start && range.start < slot.end);
    return inSlot ? [] : [refusal("notWorking", "outsideHours", nearest(day.slots, range))];
  }
  const inside = day.ranges.some((open) => contains(open, range));
  return inside ? [] : [refusal("notWorking", "outsideHours", nearest(day.ranges, range))];
}

function busyConflicts({ day, busy }: StaffDay, demand: Demand): Conflict[] {
  const bySlot = day.working && day.availability === "slot";
  const found: Conflict[] = [];
  for (const one of busy) {
    if (!overlaps(one, demand.range)) continue;
    if (one.kind === "block") found.push({ ...refusal("blockedTime", "overlap", one), id: one.id });
    else if (!bySlot || one.elsewhere)
      found.push({ ...refusal("existingBooking", isRequested(one) ? "held" : "overlap", one), id: one.id });
  }
  if (!bySlot) return found;
  const slot = day.slots.find((one) => one.start <= demand.range.start && demand.range.start < one.end);
  if (slot && usedCapacity(slot, busy) + demand.pets > slot.capacity) found.push(refusal("existingBooking", "capacity", slot));
  return found;
}

/** Kept for a request: whoever may book may also decide against it. */
const isRequested = ({ holder }: Busy): boolean => holder === Holder.CLIENT_REQUEST || holder === Holder.STRANGER_REQUEST;

/** Pets whose appointment here starts in the window; each appointment counts in exactly one slot. */
export function usedCapacity(slot: Range, busy: readonly Busy[]): number {
  let used = 0;
  for (const one of busy) if (one.kind !== "block" && !one.elsewhere && slot.start <= one.start && one.start < slot.end) used += one.pets;
  return used;
}

function limitConflicts({ day, busy }: StaffDay, demand: Demand): Conflict[] {
  if (!day.working) return [];
  return day.limits
    .filter((limit) => counts(limit, demand.serviceIds) && usedLimit(limit, busy) + demand.pets > limit.maxPets)
    .map((limit) => ({ ...refusal("existingBooking", "limit", null), note: `at most ${limit.maxPets} pets a day` }));
}

export function usedLimit(limit: LimitationGroup, busy: readonly Busy[]): number {
  let used = 0;
  for (const one of busy) if (one.kind !== "block" && counts(limit, one.serviceIds)) used += one.pets;
  return used;
}

const counts = (limit: LimitationGroup, serviceIds: readonly string[]): boolean =>
  limit.serviceIds.length === 0 || serviceIds.some((id) => limit.serviceIds.includes(id));

const refusal = (kind: ConflictKind, why: ConflictWhy, range: Range | null): Conflict => ({
  kind,
  why,
  range: range && { start: range.start, end: range.end },
  id: "",
  note: "",
});

function nearest(ranges: readonly Range[], wanted: Range): Range | null {
  const distance = (range: Range) => Math.max(range.start - wanted.start, wanted.end - range.end, 0);
  return ranges.reduce<Range | null>((best, range) => (best && distance(best) <= distance(range) ? best : range), null);
}
