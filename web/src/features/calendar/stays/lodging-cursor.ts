import type { LodgingCard } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { addDays } from "../../../ui/format/dates.ts";
import { daysBetween, isoOf } from "../shared/stay/stay-days.ts";
import { type Days, type Dropped, isMoved, isSame, petsOn, type Row } from "./lodging-layout.ts";
import { comesHere, leavesHere } from "./stay-look.ts";

// Where the keys are on the lodging calendar, and what they do there. Pure.

/** A night in a unit, as days since the first one shown: on the stay that sleeps there, or on a free place and so many nights of it. */
export type Cursor = { readonly unitId: string; readonly day: number; readonly card: LodgingCard | undefined; readonly nights: number };
/** What the keys go over: units as they stand below each other, and the days shown. */
export type Ground = { readonly rows: readonly Row[]; readonly days: Days };

export type Way = "left" | "right" | "up" | "down";
const ways: Readonly<Record<string, Way>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
export const wayOf = (key: string): Way | undefined => ways[key];

/** A night more or less at one end of a stay. Keys that every keyboard has without AltGr. */
type Nudge = { readonly edge: "start" | "end"; readonly days: 1 | -1 };
const later: Nudge = { edge: "end", days: 1 };
const nudges: Readonly<Record<string, Nudge>> = {
  "+": later,
  "=": later,
  "-": { edge: "end", days: -1 },
  ".": { edge: "start", days: 1 },
  ",": { edge: "start", days: -1 },
};
export const nudgeOf = (key: string): Nudge | undefined => nudges[key];

const isOn = (card: LodgingCard, night: string): boolean => isoOf(card.startDate) <= night && night < isoOf(card.endDate);
const placeOf = (rows: readonly Row[], unitId: string): number => rows.findIndex(({ unit }) => unit.lodgingUnitId === unitId);
const clamped = (value: number, least: number, most: number): number => Math.min(Math.max(least, value), most);

/** The stays of a night in a unit from top to bottom, then a free place: in a room that is empty, in an area that is not full. */
export function stopsOn({ unit, bars, cards }: Row, day: number, days: Days): (LodgingCard | undefined)[] {
  const night = addDays(days.from, day);
  const here = bars
    .filter(({ card }) => isOn(card, night))
    .toSorted((a, b) => a.lane - b.lane)
    .map(({ card }) => card);
  const hasPlace = here.length === 0 || (unit.isArea && petsOn(cards, night) < unit.capacity);
  return hasPlace ? [...here, undefined] : here;
}

const on = (row: Row, day: number, card: LodgingCard | undefined): Cursor => ({ unitId: row.unit.lodgingUnitId, day, card, nights: 1 });

/** Where the keys begin: in the first unit, today, or on the first day shown. */
export function firstCursor({ rows, days }: Ground, today: string): Cursor | undefined {
  const [row] = rows;
  const since = daysBetween(days.from, today);
  const day = since >= 0 && since < days.count ? since : 0;
  return row && on(row, day, stopsOn(row, day, days)[0]);
}

/** The night of a stay that is nearest to a day; undefined where none of its nights is shown. */
function nightOf(card: LodgingCard, day: number, days: Days): number | undefined {
  const first = Math.max(0, daysBetween(days.from, isoOf(card.startDate)));
  const last = Math.min(days.count, daysBetween(days.from, isoOf(card.endDate))) - 1;
  return first <= last ? clamped(day, first, last) : undefined;
}

/** On a stay, wherever it is shown now. */
export function cursorOn(card: LodgingCard, day: number, { rows, days }: Ground): Cursor | undefined {
  const shown = rows.flatMap((row) =>
    row.bars.flatMap((bar) => {
      const night = bar.card.cardId === card.cardId ? nightOf(bar.card, day, days) : undefined;
      return night === undefined ? [] : on(row, night, bar.card);
    }),
  );
  return shown.find((one) => isSame(one.card, card)) ?? shown.find(({ unitId }) => unitId === card.lodgingUnitId) ?? shown[0];
}

/** The same place as the calendar is now: with a stay they go along; a unit that is filtered out and a day that is not shown leave it to what is there. */
export function heldCursor(cursor: Cursor | undefined, ground: Ground, today: string): Cursor | undefined {
  const { rows, days } = ground;
  const followed = cursor?.card && cursorOn(cursor.card, cursor.day, ground);
  if (followed) return followed;
  const row = cursor && rows[placeOf(rows, cursor.unitId)];
  if (!row || cursor.day >= days.count) return firstCursor(ground, today);
  const stops = stopsOn(row, cursor.day, days);
  if (cursor.card || !stops.includes(undefined)) return on(row, cursor.day, stops[0]);
  return { ...cursor, nights: Math.min(cursor.nights, days.count - cursor.day) };
}

/** One night on, or one stop down: the next stay of that night, its free place, the next unit. It stays where nothing is further on. */
export function stepped(cursor: Cursor, way: Way, { rows, days }: Ground): Cursor {
  const at = placeOf(rows, cursor.unitId);
  const row = rows[at];
  if (!row) return cursor;
  if (way === "left" || way === "right") {
    const day = cursor.day + (way === "right" ? 1 : -1);
    if (day < 0 || day >= days.count) return cursor;
    const stops = stopsOn(row, day, days);
    return on(row, day, stops.find((one) => cursor.card && isSame(one, cursor.card)) ?? stops[0]);
  }
  const stops = stopsOn(row, cursor.day, days);
  const next = stops.findIndex((one) => isSame(one, cursor.card)) + (way === "down" ? 1 : -1);
  if (next >= 0 && next < stops.length) return on(row, cursor.day, stops[next]);
  const other = rows[at + (way === "down" ? 1 : -1)];
  return other ? on(other, cursor.day, stopsOn(other, cursor.day, days).at(way === "down" ? 0 : -1)) : cursor;
}

/** More or fewer nights of a free place. */
export const marked = (cursor: Cursor, more: number, days: Days): Cursor => ({
  ...cursor,
  nights: clamped(cursor.nights + more, 1, days.count - cursor.day),
});

/** A stay that was picked up and not carried anywhere yet. */
export const lifted = (card: LodgingCard): Dropped => ({ card, edge: "move", days: 0, unitId: card.lodgingUnitId });

/** A stay in the hand as it is loaded now: others may have changed it since it was picked up. One that was not carried to another unit is where it sleeps now. */
export function heldStay(held: Dropped, rows: readonly Row[]): Dropped {
  const { cardId, lodgingUnitId } = held.card;
  const own = rows.flatMap(({ cards }) => cards).filter((one) => one.cardId === cardId);
  const same = own.find((one) => isSame(one, held.card)) ?? own.find((one) => one.lodgingUnitId === lodgingUnitId) ?? own[0];
  const card = same ?? held.card;
  return { ...held, card, unitId: held.unitId === lodgingUnitId ? card.lodgingUnitId : held.unitId };
}

/** A stay carried a step further: by a day, or into the unit above or below. One whose first or last night is being changed goes on with that. */
export function carried(held: Dropped, way: Way, rows: readonly Row[]): Dropped {
  const sideways = way === "right" ? 1 : way === "left" ? -1 : 0;
  if (held.edge !== "move" && (sideways || isMoved(held))) return sideways ? stretched(held, { edge: held.edge, days: sideways }) : held;
  if (sideways) return { ...held, days: held.days + sideways };
  const next = rows[placeOf(rows, held.unitId) + (way === "down" ? 1 : -1)];
  return next ? { ...held, edge: "move", unitId: next.unit.lodgingUnitId } : held;
}

/** Whether pets come to the unit of a stay, or leave it, with its first or last night: they may be there before or afterwards in another one. */
const endsHere = (card: LodgingCard, edge: Nudge["edge"]): boolean => (edge === "start" ? comesHere(card) : leavesHere(card));

/** A stay that comes or leaves a night later or earlier; it keeps one in that unit. One thing is changed at a time. */
export function stretched(held: Dropped, { edge, days }: Nudge): Dropped {
  if (held.edge !== edge && isMoved(held)) return held;
  const spare = daysBetween(isoOf(held.card.startDate), isoOf(held.card.endDate)) - 1;
  const all = held.days + days;
  return { ...held, edge, days: edge === "start" ? Math.min(spare, all) : Math.max(-spare, all) };
}

/** Why a key changes nothing of a stay; undefined where it does. */
export function whyNot(held: Dropped, next: Nudge | Way): string | undefined {
  if (typeof next === "string") {
    if (held.edge === "move") return undefined;
    if (next === "left" || next === "right") return whyNot(held, { edge: held.edge, days: next === "right" ? 1 : -1 });
    return isMoved(held) ? PUT_DOWN : undefined;
  }
  if (!endsHere(held.card, next.edge)) return next.edge === "start" ? "They come from another room" : "They go on to another room";
  if (held.edge !== next.edge && isMoved(held)) return PUT_DOWN;
  return stretched(held, next).days === held.days ? "A stay keeps one night" : undefined;
}
const PUT_DOWN = "Put the stay down first: Enter";
