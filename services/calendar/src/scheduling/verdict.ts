import { contains, overlaps, type Range } from "./minutes.ts";
import { counted, type LimitationGroup, limitInWords, type PetShare, seatsOf, unnamed } from "./pet-share.ts";
import type { OffReason, Slot, WorkingDay } from "./schedule.ts";

/** For whom a time is held: the shop, somebody who chooses on the storefront, or a request that waits for staff. */
export const Holder = { SHOP: 0, CLIENT: 1, STRANGER: 2, CLIENT_REQUEST: 3, STRANGER_REQUEST: 4 } as const;
export type Holder = (typeof Holder)[keyof typeof Holder];

/** Something that takes a staff member's time on a day, in minutes of the day that is asked about. */
export type Busy = Range & {
  readonly kind: "booking" | "block" | "hold";
  /** Of a hold. */
  readonly holder?: Holder;
  /** Until when somebody on the waitlist may answer whom the held time is offered. */
  readonly offeredUntil?: string;
  /** Id of the appointment, the block, or the hold; empty of a session of a class, which is nothing that can be opened in place of an appointment. */
  readonly id: string;
  readonly classSessionId?: string;
  /** Counted where it begins: 0 on a day that it only reaches into. */
  readonly pets: number;
  readonly serviceIds: readonly string[];
  /** The pets one by one, where it is known what each gets. */
  readonly shares?: readonly PetShare[];
  /** Pets that take a place in a slot, where that was decided when it was booked. */
  readonly slotPets?: number;
  /** In another business. Nobody is in two places at once, so this takes the whole of their time, also where they are booked by slot. */
  readonly elsewhere: boolean;
};

/** One staff member's day: everything a decision about it needs. */
export type StaffDay = { readonly day: WorkingDay; readonly busy: readonly Busy[]; readonly skipped: Range | null };

export type Demand = {
  readonly range: Range;
  readonly pets: number;
  readonly serviceIds: readonly string[];
  /** The pets one by one, where they are known. */
  readonly shares?: readonly PetShare[];
  /** A later part of what began before, which has its place in the day from there. */
  readonly follows?: boolean;
};

type Pets = Pick<Demand, "pets" | "serviceIds" | "shares">;
const sharesOf = ({ shares, pets, serviceIds }: Pets): readonly PetShare[] => shares ?? unnamed(pets, serviceIds);

/** How many places of a slot the demand takes on such a day. */
export const seatsWanted = (day: WorkingDay, wanted: Pets): number => seatsOf(sharesOf(wanted), (day.working && day.slotFree) || []);

/** Conflict kinds of core §4. */
export type ConflictKind = "notWorking" | "existingBooking" | "blockedTime";

export type ConflictWhy = OffReason | "outsideHours" | "clockChange" | "overlap" | "twice" | "staysThatDay" | "held" | "capacity" | "limit";

export type Conflict = {
  readonly kind: ConflictKind;
  readonly why: ConflictWhy;
  /** What stands in the way: the booking or block, or the nearest working time; null when there is none. */
  readonly range: Range | null;
  readonly id: string;
  readonly classSessionId?: string;
  /** It is kept for an offer to somebody on the waitlist, who may answer until then. */
  readonly offeredUntil?: string;
  readonly note: string;
};

/** Whether another time would do: not where the appointment itself has one person at two things, nor where it comes on no other day. */
export const helpsElsewhere = ({ why }: Conflict): boolean => why !== "twice" && why !== "staysThatDay";

/** Every reason why the demand is not allowed, hardest first; none means it is. */
export function conflictsOf(staffDay: StaffDay, demand: Demand): Conflict[] {
  return [...workingConflicts(staffDay, demand), ...busyConflicts(staffDay, demand), ...limitConflicts(staffDay, demand)];
}

export const isAllowed = (staffDay: StaffDay, demand: Demand): boolean => conflictsOf(staffDay, demand).length === 0;

export const without = (staffDay: StaffDay, ids: ReadonlySet<string>): StaffDay => ({
  ...staffDay,
  busy: staffDay.busy.filter((one) => !ids.has(one.id)),
});

function workingConflicts({ day, skipped }: StaffDay, { range, follows }: Demand): Conflict[] {
  if (skipped && overlaps(skipped, range)) return [refusal("notWorking", "clockChange", skipped)];
  if (!day.working) return [{ kind: "notWorking", why: day.reason, range: null, id: "", note: day.note }];
  if (day.availability === "slot") {
    return follows || fitsSlots(day.slots, range) ? [] : [refusal("notWorking", "outsideHours", nearest(day.slots, range))];
  }
  const inside = day.ranges.some((open) => contains(open, range));
  return inside ? [] : [refusal("notWorking", "outsideHours", nearest(day.ranges, range))];
}

function busyConflicts({ day, busy }: StaffDay, demand: Demand): Conflict[] {
  const bySlot = day.working && day.availability === "slot";
  const found: Conflict[] = [];
  for (const one of busy) {
    if (!overlaps(one, demand.range)) continue;
    if (one.kind === "block") found.push(blocked(one));
    else if (!bySlot || one.elsewhere)
      found.push({ ...refusal("existingBooking", isRequested(one) ? "held" : "overlap", one), id: one.id, ...ifOffered(one) });
  }
  if (!bySlot) return found;
  const slot = slotAt(day, demand.range.start);
  if (slot && !hasRoom(day, slot, busy, demand))
    found.push({ ...refusal("existingBooking", "capacity", slot), ...offeredIn(day, slot, busy, demand) });
  return found;
}

const ifOffered = ({ offeredUntil }: Pick<Busy, "offeredUntil">) => offeredUntil !== undefined && { offeredUntil };

/** The offer without which the slot had room. */
function offeredIn(day: WorkingDay, slot: Slot, busy: readonly Busy[], wanted: Pets) {
  const others = (one: Busy) => busy.filter((other) => other !== one);
  const offered = busy.find((one) => one.offeredUntil && hasRoom(day, slot, others(one), wanted));
  return offered && ifOffered(offered);
}

/** Taken by a block or a session of a class. */
export const blocked = (busy: Busy): Conflict => ({
  ...refusal("blockedTime", "overlap", busy),
  id: busy.id,
  ...(busy.classSessionId && { classSessionId: busy.classSessionId }),
});

/** The slot in which a minute lies. */
export const slotAt = (day: WorkingDay, minute: number): Slot | undefined =>
  day.working ? day.slots.find((one) => one.start <= minute && minute < one.end) : undefined;

/** From the beginning of a slot whatever it takes, as it is sold; from later on in one until the last of the day ends. */
function fitsSlots(slots: readonly Slot[], { start, end }: Range): boolean {
  if (slots.some((one) => one.start === start)) return true;
  return slots.some((one) => one.start < start && start < one.end) && slots.some((one) => end <= one.end);
}

/** Whether the pets fit into the slot; those that take no place always do. */
export function hasRoom(day: WorkingDay, slot: Slot, busy: readonly Busy[], wanted: Pets): boolean {
  const seats = seatsWanted(day, wanted);
  return seats === 0 || usedCapacity(slot, busy, day) + seats <= slot.capacity;
}

/** Kept for a request: whoever may book may also decide against it. */
const isRequested = ({ holder }: Busy): boolean => holder === Holder.CLIENT_REQUEST || holder === Holder.STRANGER_REQUEST;

/** Pets whose appointment here starts in the window; each appointment counts in exactly one slot. */
export function usedCapacity(slot: Range, busy: readonly Busy[], day: WorkingDay): number {
  let used = 0;
  for (const one of busy) {
    if (one.kind === "block" || one.elsewhere || one.pets === 0 || one.start < slot.start || one.start >= slot.end) continue;
    used += one.slotPets ?? seatsWanted(day, one);
  }
  return used;
}

function limitConflicts({ day, busy }: StaffDay, demand: Demand): Conflict[] {
  if (!day.working) return [];
  return day.limits
    .filter((limit) => isBeyond(limit, busy, demand))
    .map((limit) => ({ ...refusal("existingBooking", "limit", null), note: limitInWords(limit) }));
}

/** Whether the pets would be more than the limit lets in that day; a limit that does not concern them does not stop them. */
export function isBeyond(limit: LimitationGroup, busy: readonly Busy[], wanted: Pets): boolean {
  const more = counted(limit, sharesOf(wanted));
  return more > 0 && usedLimit(limit, busy) + more > limit.maxPets;
}

export function usedLimit(limit: LimitationGroup, busy: readonly Busy[]): number {
  let used = 0;
  for (const one of busy) if (one.kind !== "block" && one.pets > 0) used += counted(limit, sharesOf(one));
  return used;
}

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
