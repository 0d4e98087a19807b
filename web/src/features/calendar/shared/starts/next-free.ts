import type { Column } from "../columns.tsx";
import { DAY, drawnEnd, firstFree, offRanges } from "../layout.ts";
import { type CalendarCard, NO_STAFF, type Slot, type WorkingHours } from "../types.ts";

type Range = { readonly startTime: number; readonly endTime: number };

/** The parts of somebody's working time in which nothing stands, from a minute of the day on. */
export const gaps = (ranges: readonly Range[], cards: readonly CalendarCard[], from = 0): [number, number][] => {
  const taken = cards.map((card) => ({ startTime: card.startTime, endTime: drawnEnd(card) }));
  return ranges.flatMap(({ startTime, endTime }) => offRanges(taken, Math.max(startTime, from), endTime));
};

/** Booked without anything chosen yet: as long as an appointment is drawn then. */
const ROOM = 60;
const QUARTER = 15;
const later = (minutes: number): number => Math.ceil(minutes / QUARTER) * QUARTER;

type Shown = Pick<Column, "id" | "cards" | "ranges" | "bySlot">;

/** Whose day something new is looked a place for in, and from which minute on. */
export type Among = { among: readonly Shown[]; from: number };

/** Who of those shown is free first from a minute of the day on, and when; where nobody is, the first of them who works then, or works that day at all, as their day begins. */
export const nextFree = (columns: readonly Shown[], from: number): { staffId: string; startTime: number } => {
  const people = columns.filter(({ id }) => id !== NO_STAFF);
  const found = (room: number) =>
    people
      .flatMap(({ id, cards, ranges, bySlot }) => {
        const gap = gaps(ranges, bySlot ? [] : cards, from).find(([start, end]) => later(start) + room <= end);
        return gap ? [{ staffId: id, startTime: later(gap[0]) }] : [];
      })
      .toSorted((a, b) => a.startTime - b.startTime)[0];
  const who = people.find(({ ranges }) => isLeft(ranges, from)) ?? people.find(({ ranges }) => ranges.length > 0) ?? people[0];
  return found(ROOM) ?? found(QUARTER) ?? { staffId: who?.id ?? NO_STAFF, startTime: firstFree(who?.ranges, from) };
};

const isLeft = (ranges: readonly Range[], from: number): boolean => ranges.some(({ endTime }) => endTime > from);

/** Who of these begins to work first, and when. */
export const nextWork = (
  hours: readonly WorkingHours[],
  staffIds: readonly string[],
): Pick<Slot, "date" | "staffId" | "startTime"> | undefined =>
  hours
    .flatMap(({ staffId, date, timeRange }) => timeRange.map(({ startTime }) => ({ date, staffId, startTime })))
    .filter(({ staffId }) => staffIds.includes(staffId))
    .toSorted((a, b) => {
      const inTime = a.date.localeCompare(b.date) || a.startTime - b.startTime;
      return inTime || staffIds.indexOf(a.staffId) - staffIds.indexOf(b.staffId);
    })[0];

/** Where a new block begins: with the first of those who are wanted and work that day, else with the first who works, at their next quarter of an hour. */
export const blockStart = (
  columns: readonly Pick<Shown, "id" | "ranges">[],
  wanted: readonly string[],
  now: number,
): { staffId: string; startTime: number } => {
  const people = columns.filter(({ id }) => id !== NO_STAFF);
  const working = people.filter(({ ranges }) => ranges.some(({ endTime }) => endTime > now));
  const byWish = wanted.flatMap((id) => working.filter((one) => one.id === id));
  const who = byWish[0] ?? working[0] ?? people.find(({ id }) => wanted.includes(id)) ?? people[0];
  const open = who?.ranges.filter(({ endTime }) => endTime > now);
  return { staffId: who?.id ?? wanted[0] ?? NO_STAFF, startTime: firstFree(open, now) };
};

/** A place that was pointed at, or a day on which the first free one is looked for. */
export type Booking = Slot | (Pick<Slot, "date" | "customerId" | "againId"> & Among);
export type BlockWish = { date: string; wanted: readonly string[] } & Among;

export const slotOf = (asked: Booking): Slot => {
  if (!("among" in asked)) return asked;
  const { among, from, ...known } = asked;
  const people = among.filter(({ id }) => id !== NO_STAFF);
  // Who looks at a day on which nobody works means that day.
  const isOver = from > 0 && people.some(({ ranges }) => ranges.length > 0) && !people.some(({ ranges }) => isLeft(ranges, from));
  return { ...known, ...nextFree(among, from), ...(isOver && { over: people.map(({ id }) => id) }) };
};

/** A block of an hour where it is wanted. */
export const blockIn = ({ date, wanted, among, from }: BlockWish) => {
  const start = blockStart(among, wanted, from);
  return { ...start, date, endTime: Math.min(DAY, start.startTime + 60), description: "", colorCode: "" };
};
