import { DAY_MINUTES } from "../../../../ui/format/duration.ts";
import type { Day, Range, Slot, Weeks } from "./hours.ts";
import { toggleDay } from "./hours.ts";

/** Another slot: begins where the last one ends, as long as that one and for as many pets. */
export const addSlot = (day: Day): Day => {
  const last = day.slots.at(-1);
  if (last?.start === undefined || last.end === undefined)
    return { ...day, slots: [...day.slots, ...toggleDay({ ...day, slots: [] }, true, true).slots] };
  const start = Math.min(last.end, DAY_MINUTES - 15);
  const end = Math.min(start + Math.max(last.end - last.start, 15), DAY_MINUTES);
  return { ...day, slots: [...day.slots, { start, end, capacity: last.capacity }] };
};

const HOUR = 60;
/** A slot for one pet from every full hour of the working time. */
const slotsOf = (ranges: readonly Range[]): Slot[] =>
  ranges.flatMap(({ start = 0, end = 0 }) =>
    Array.from({ length: Math.ceil(Math.max(0, end - start) / HOUR) }, (_, n) => ({
      start: start + n * HOUR,
      end: Math.min(start + (n + 1) * HOUR, end),
      capacity: 1,
    })),
  );
/** From the first slot to the last, one range for all that touch. */
const rangesOf = (slots: readonly Slot[]): Range[] => {
  const joined: Range[] = [];
  for (const { start, end } of slots.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    const last = joined.at(-1);
    if (last?.end !== undefined && last.end === start) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
};

/** When somebody is booked the other way from now on, days that have no times of that kind get them from those they have. */
export const switched = (weeks: Weeks, bySlot: boolean): Weeks =>
  weeks.map((week) =>
    week.map((day) => {
      if (!day.on) return day;
      if (bySlot) return day.slots.length > 0 ? day : { ...day, slots: slotsOf(day.ranges) };
      return day.ranges.length > 0 ? day : { ...day, ranges: rangesOf(day.slots) };
    }),
  );

/** The other weekdays get the same hours, slots and limits. */
export const copiedTo = (week: readonly Day[], from: number, to: readonly number[]): Day[] =>
  week.map((day, at) => (to.includes(at) ? structuredClone(week[from] ?? day) : day));

export const petsOf = (week: readonly Day[]): number =>
  week.reduce((sum, day) => sum + (day.on ? day.slots.reduce((part, { capacity }) => part + capacity, 0) : 0), 0);
