import { gaps } from "../cards/week/week.ts";
import type { Column } from "../shared/columns.tsx";
import { DAY, firstFree } from "../shared/layout.ts";
import { NO_STAFF } from "../shared/types.ts";

/** Booked without anything chosen yet: as long as an appointment is drawn then. */
const ROOM = 60;
const QUARTER = 15;
const later = (minutes: number): number => Math.ceil(minutes / QUARTER) * QUARTER;

type Shown = Pick<Column, "id" | "cards" | "ranges" | "bySlot">;

/** Whose day something new is looked a place for in, and from which minute on. */
export type Among = { among: readonly Shown[]; from: number };

/** Who of those shown is free first from a minute of the day on, and when; where nobody is, the first of them as their day begins. */
export const nextFree = (columns: readonly Shown[], from: number): { staffId: string; startTime: number } => {
  const people = columns.filter(({ id }) => id !== NO_STAFF);
  const found = (room: number) =>
    people
      .flatMap(({ id, cards, ranges, bySlot }) => {
        const gap = gaps(ranges, bySlot ? [] : cards, from).find(([start, end]) => later(start) + room <= end);
        return gap ? [{ staffId: id, startTime: later(gap[0]) }] : [];
      })
      .toSorted((a, b) => a.startTime - b.startTime)[0];
  return found(ROOM) ?? found(QUARTER) ?? { staffId: people[0]?.id ?? NO_STAFF, startTime: firstFree(people[0]?.ranges, from) };
};

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

/** A block of an hour there. */
export const blockOn = (date: string, ...asked: Parameters<typeof blockStart>) => {
  const start = blockStart(...asked);
  return { ...start, date, endTime: Math.min(DAY, start.startTime + 60), description: "", colorCode: "" };
};
