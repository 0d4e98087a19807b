import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DayHours, DayHoursSchema, StaffSchedule, WorkingHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { DAY_MINUTES } from "../../../../ui/format/duration.ts";
import { plural } from "../../../../ui/format/text.ts";

export type Range = { start: number | undefined; end: number | undefined };
/** A start window for so many pets. */
export type Slot = Range & { capacity: number };
export type Limit = { name: string; maxPets: number; serviceIds: string[]; petSizeIds: string[]; breeds: string[] };
/** One day as the editor holds it: hours and slots side by side, whichever of them holds. */
export type Day = { on: boolean; ranges: Range[]; slots: Slot[]; limits: Limit[] };
export type Weeks = Day[][];

const NEW_RANGE: Range = { start: 9 * 60, end: 17 * 60 };
/** A new slot starts at 9 and takes one pet (growth §9). */
const NEW_SLOT: Slot = { start: 9 * 60, end: 10 * 60, capacity: 1 };
export const MOST_PETS = 100;
const emptyDay = (): Day => ({ on: false, ranges: [], slots: [], limits: [] });

export const toDay = (day: DayHours | undefined): Day =>
  day
    ? {
        on: day.isAvailable && (day.timeRange.length > 0 || day.slots.length > 0),
        ranges: day.timeRange.map(({ startTime, endTime }) => ({ start: startTime, end: endTime })),
        slots: day.slots.map(({ startTime, endTime, capacity }) => ({ start: startTime, end: endTime, capacity })),
        limits: day.limitationGroups.map(({ name, maxPets, serviceIds, petSizeIds, breeds }) => ({
          name,
          maxPets,
          serviceIds,
          petSizeIds,
          breeds,
        })),
      }
    : emptyDay();

/** A day as it is worked, to be changed from there: its limits stay as usual until other ones are set. */
export const workedDay = ({ timeRange, slots }: Pick<WorkingHours, "timeRange" | "slots">): Day => ({
  on: timeRange.length > 0,
  ranges: slots.length > 0 ? [] : timeRange.map(({ startTime, endTime }) => ({ start: startTime, end: endTime })),
  slots: slots.map(({ startTime, endTime, capacity }) => ({ start: startTime, end: endTime, capacity })),
  limits: [],
});

/** The rotation's weeks, Sunday first in each, as they are stored. */
export const weeksOf = (schedule: StaffSchedule): Weeks =>
  Array.from({ length: 4 }, (_, week) => Array.from({ length: 7 }, (_, day) => toDay(schedule.days[week * 7 + day])));

/** Switching a day on gives it the usual hours, or a first slot; its own come back when it had some. */
export const toggleDay = (day: Day, on: boolean, bySlot = false): Day => {
  if (!on) return { ...day, on };
  if (bySlot) return { ...day, on, slots: day.slots.length === 0 ? [NEW_SLOT] : day.slots };
  return { ...day, on, ranges: day.ranges.length === 0 ? [NEW_RANGE] : day.ranges };
};

const lengthOf = ({ start, end }: Range): number => (start === undefined || end === undefined ? 0 : Math.max(0, end - start));

/** Another range: starts an hour after the last one ends, and is not past midnight. */
export const addRange = (day: Day): Day => {
  const last = day.ranges.at(-1)?.end ?? NEW_RANGE.start ?? 0;
  const start = Math.min(last + 60, DAY_MINUTES - 60);
  return { ...day, ranges: [...day.ranges, { start, end: Math.min(start + 120, DAY_MINUTES) }] };
};

const NOON = 12 * 60;
const FULL_DAY = 6 * 60;
/** Worked at least on either side of a break. */
const SIDE = 30;

/** When a break is taken from a range: an hour at noon where an hour is worked before and after it, else in the middle; half an hour of a shorter one. */
const breakIn = (start: number, end: number): { start: number; end: number } | undefined => {
  const minutes = end - start < FULL_DAY ? 30 : 60;
  if (end - start <= minutes + 2 * SIDE) return undefined;
  if (minutes === 60 && start + 60 <= NOON && NOON + 120 <= end) return { start: NOON, end: NOON + 60 };
  const from = Math.round((start + end - minutes) / 2 / 15) * 15;
  return { start: from, end: from + minutes };
};

/** The day with a break in its longest range; undefined when no range has room for one. */
export const addBreak = (day: Day): Day | undefined => {
  const [longest] = day.ranges.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  if (longest?.start === undefined || longest.end === undefined) return undefined;
  const { start, end } = longest;
  const off = breakIn(start, end);
  if (!off) return undefined;
  const parts = [
    { start, end: off.start },
    { start: off.end, end },
  ];
  return { ...day, ranges: day.ranges.flatMap((range) => (range === longest ? parts : [range])) };
};

/** What is wrong with a day, in words; undefined when it can be saved. */
export const dayProblem = (day: Day, bySlot = false): string | undefined => {
  if (!day.on) return undefined;
  const parts: readonly Range[] = bySlot ? day.slots : day.ranges;
  if (parts.length === 0) return bySlot ? "Add a slot or switch the day off" : "Add hours or switch the day off";
  if (bySlot && day.slots.some(({ capacity }) => !(capacity >= 1 && capacity <= MOST_PETS))) return `1 to ${MOST_PETS} pets a slot`;
  const sorted = [...parts].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  for (const [at, range] of sorted.entries()) {
    if (range.start === undefined || range.end === undefined) return "Both times are needed";
    if (range.end <= range.start) return "The end is before the start";
    const next = sorted[at + 1];
    if (next?.start !== undefined && next.start < range.end) return bySlot ? "Slots overlap" : "Hours overlap";
  }
  return undefined;
};

export const weeksProblem = (weeks: Weeks, count: number, bySlot = false): boolean =>
  weeks.slice(0, count).some((week) => week.some((day) => dayProblem(day, bySlot) !== undefined));

const whole = ({ start, end }: Range): { startTime: number; endTime: number }[] =>
  start === undefined || end === undefined || end <= start ? [] : [{ startTime: start, endTime: end }];

export const toDays = (weeks: Weeks): MessageInitShape<typeof DayHoursSchema>[] =>
  weeks.flat().map((day) => ({
    isAvailable: day.on,
    timeRange: day.ranges.flatMap(whole),
    slots: day.slots.flatMap(({ capacity, ...range }) => whole(range).map((one) => ({ ...one, capacity }))),
    limitationGroups: day.limits,
  }));

/** Said once the hours of certain days are saved: by times, or by slots (growth §8). */
export const overrideSaved = (hours: MessageInitShape<typeof DayHoursSchema> | undefined): string =>
  hours?.slots?.length ? "Slot override updated successfully." : "Date override updated successfully.";

/** How a button says what it leads to: "2 limits"; `none` where there are none. */
export const limitsWords = (count: number, none = "Limits"): string => (count === 0 ? none : plural(count, "limit"));

/** Hours worked in one week of the rotation. */
export const weekMinutes = (week: Day[]): number =>
  week.reduce((sum, day) => sum + (day.on ? day.ranges.reduce((part, range) => part + lengthOf(range), 0) : 0), 0);
