import { dateOf, dayNumber, startOfWeek, type WeekStart, weekday } from "./dates.ts";
import { type Range, union } from "./minutes.ts";
import type { LimitationGroup } from "./pet-share.ts";

/** Every 1, 2, 3 or 4 weeks (growth §4). */
export type ScheduleType = 1 | 2 | 3 | 4;

/** A start window that takes up to `capacity` pets, whatever the length of their services. */
export type Slot = Range & { readonly capacity: number };

export type DayHours = {
  readonly isAvailable: boolean;
  readonly timeRanges: readonly Range[];
  /** Filled when the staff member is booked by slot instead of by time. */
  readonly slots: readonly Slot[];
  readonly limitationGroups: readonly LimitationGroup[];
};

export const AVAILABILITY = ["time", "slot"] as const;
export type Availability = (typeof AVAILABILITY)[number];

/** A regular schedule as far as some days need it: of the rotation it may hold only their weekdays. */
export type Rotation = {
  readonly scheduleType: ScheduleType;
  readonly startDate: string;
  readonly endDate: string;
  readonly availability: Availability;
  /** The weekday on which the weeks of the rotation change. */
  readonly weekStart: WeekStart;
  /** Up to 4 weeks of 7 days, Sunday first: entry week * 7 + weekday (growth §9). */
  readonly days: { readonly [index: number]: DayHours };
};
/** With all 28 days. */
export type RegularSchedule = Rotation & { readonly days: readonly DayHours[] };

export const SCHEDULE_DAYS = 28;

export type DateOverride = { readonly date: string; readonly hours: DayHours };

export type ClosedDate = { readonly startDate: string; readonly endDate: string; readonly description: string };

/** Why nobody can be booked on a day, in the order in which it is asked. */
export type OffReason = "closed" | "override" | "unscheduled" | "dayOff";

export type WorkingDay =
  | { readonly working: false; readonly reason: OffReason; readonly note: string }
  | {
      readonly working: true;
      /** An override replaces the regular hours. */
      readonly overridden: boolean;
      readonly availability: Availability;
      readonly ranges: readonly Range[];
      readonly slots: readonly Slot[];
      readonly limits: readonly LimitationGroup[];
      /** Services that take no place in a slot. */
      readonly slotFree?: readonly string[];
    };

export const dayOff: DayHours = { isAvailable: false, timeRanges: [], slots: [], limitationGroups: [] };

export const hours = (...timeRanges: Range[]): DayHours => ({ isAvailable: true, timeRanges, slots: [], limitationGroups: [] });

/** An override (or regular) day is available only when it says so and has at least one time to work in (growth §5). */
export const isWorking = (day: DayHours): boolean => day.isAvailable && (day.timeRanges.length > 0 || day.slots.length > 0);

/** Only a staff entry of exactly 28 days counts (growth §5). */
export const isWholeSchedule = (days: readonly unknown[]): boolean => days.length === SCHEDULE_DAYS;

/** Which week of the rotation a day is in, from 0. */
export function weekOf({ weekStart, startDate, scheduleType }: Omit<Rotation, "days">, day: number): number {
  const weeks = (startOfWeek(day, weekStart) - startOfWeek(dayNumber(startDate), weekStart)) / 7;
  return ((weeks % scheduleType) + scheduleType) % scheduleType;
}

export const hoursOf = (schedule: Rotation, day: number): DayHours => schedule.days[weekOf(schedule, day) * 7 + weekday(day)] ?? dayOff;

/** The same rotation, told from one of its weeks on. */
export const fromWeek = (days: readonly DayHours[], week: number, type: ScheduleType): DayHours[] =>
  days.map((day, index) => (week === 0 ? day : (days[(index + week * 7) % (type * 7)] ?? dayOff)));

export type Rules = {
  readonly schedules: readonly Rotation[];
  readonly overrides: ReadonlyMap<string, DayHours>;
  readonly closed: readonly ClosedDate[];
  readonly slotFree?: readonly string[];
};

/** Closed dates of the business come first, then the day's override, then the regular schedule in force on that day. */
export function workingDay(rules: Rules, date: string): WorkingDay {
  const closed = rules.closed.find((range) => range.startDate <= date && date <= range.endDate);
  if (closed) return { working: false, reason: "closed", note: closed.description };
  const schedule = rules.schedules.find((one) => one.startDate <= date && date <= one.endDate);
  const override = rules.overrides.get(date);
  const regular = schedule && hoursOf(schedule, dayNumber(date));
  const day = override && regular ? { ...override, limitationGroups: limitsOn(override, regular) } : (override ?? regular);
  if (!day) return { working: false, reason: "unscheduled", note: "" };
  const working = toWorkingDay(day, schedule?.availability ?? "time", override ? "override" : "dayOff");
  return working.working && rules.slotFree?.length ? { ...working, slotFree: rules.slotFree } : working;
}

/** Other hours on a date leave its limits as they are unless they name some. */
const limitsOn = (own: DayHours, regular: DayHours): readonly LimitationGroup[] =>
  own.limitationGroups.length > 0 ? own.limitationGroups : regular.limitationGroups;

function toWorkingDay(day: DayHours, availability: Availability, offReason: OffReason): WorkingDay {
  if (!isWorking(day)) return { working: false, reason: offReason, note: "" };
  // A date of its own is by what it holds, where that is only one of the two.
  const ownSlots = offReason === "override" && day.timeRanges.length === 0;
  const bySlot = day.slots.length > 0 && (availability === "slot" || ownSlots);
  const ranges = union(bySlot ? day.slots : day.timeRanges);
  if (ranges.length === 0) return { working: false, reason: offReason, note: "" };
  const slots = bySlot ? [...day.slots].sort((a, b) => a.start - b.start) : [];
  return {
    working: true,
    overridden: offReason === "override",
    availability: bySlot ? "slot" : "time",
    ranges,
    slots,
    limits: day.limitationGroups,
  };
}

/** Changing the type starts the rotation again with the current week (growth §4). */
export function startDateForType(current: RegularSchedule, next: ScheduleType, today: string, weekStart: WeekStart): string {
  if (current.scheduleType === next) return current.startDate;
  return dateOf(startOfWeek(dayNumber(today), weekStart));
}
