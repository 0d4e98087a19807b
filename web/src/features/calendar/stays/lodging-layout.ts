import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { LodgingCalendarUnit, LodgingCard } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { daysBetween, isoOf } from "../shared/stay/stay-days.ts";

// Where stays stand on the lodging calendar. Pure; a place is days since the first one shown, with the time of day as a fraction.

export type Bar = { card: LodgingCard; from: number; to: number; lane: number };
export type Row = { unit: LodgingCalendarUnit; bars: Bar[]; lanes: number; cards: LodgingCard[] };
export type Group = { typeId: string; name: string; rows: Row[] };
export type Occupancy = "all" | "part" | "full" | "vacant";
export type Days = { from: string; count: number };

const DAY_MINUTES = 1440;
/** Those who move to another unit do so at noon. */
const NOON = 0.5;

export const datesOf = ({ from, count }: Days): string[] => Array.from({ length: count }, (_, index) => addDays(from, index));

/** When its pets come into the unit, and when they leave it. */
const spanOf = (card: LodgingCard, { from }: Days): { from: number; to: number } => {
  const [start, end] = [isoOf(card.startDate), isoOf(card.endDate)];
  const comes = start === isoOf(card.stayStartDate) ? card.startTime / DAY_MINUTES : NOON;
  const leaves = end === isoOf(card.stayEndDate) ? card.endTime / DAY_MINUTES : NOON;
  return { from: daysBetween(from, start) + comes, to: daysBetween(from, end) + leaves };
};

/** Bars that overlap stand below each other. */
export const barsOf = (cards: readonly LodgingCard[], days: Days): { bars: Bar[]; lanes: number } => {
  const ends: number[] = [];
  const bars = cards
    .map((card) => ({ card, ...spanOf(card, days) }))
    .filter(({ from, to }) => to > 0 && from < days.count)
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.from);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = bar.to;
      return { ...bar, lane };
    });
  return { bars, lanes: Math.max(1, ends.length) };
};

/** How many pets sleep there that night. */
export const petsOn = (cards: readonly LodgingCard[], night: string): number =>
  cards
    .filter((card) => isoOf(card.startDate) <= night && night < isoOf(card.endDate))
    .reduce((sum, card) => sum + new Set(card.petList.map((pet) => pet.petId)).size, 0);

const isFull = (unit: LodgingCalendarUnit, pets: number): boolean => pets >= (unit.isArea ? unit.capacity : 1);

/** How a unit is occupied over the nights shown (core §2). */
export const occupancyOf = ({ unit, cards }: Pick<Row, "unit" | "cards">, days: Days): Exclude<Occupancy, "all"> => {
  const pets = datesOf(days).map((night) => petsOn(cards, night));
  if (pets.every((count) => count === 0)) return "vacant";
  return pets.every((count) => isFull(unit, count)) ? "full" : "part";
};

const isClosed = (unit: LodgingCalendarUnit, night: string): boolean =>
  unit.closures.some((one) => isoOf(one.startDate) <= night && night <= isoOf(one.endDate));

/** Places taken and places there are, on a night: a room is one place, an area as many as it holds. */
export const placesOn = (rows: readonly Row[], night: string): { taken: number; places: number } => {
  let [taken, places] = [0, 0];
  for (const { unit, cards } of rows) {
    const pets = petsOn(cards, night);
    if (!isClosed(unit, night) && !unit.deleted) places += unit.isArea ? unit.capacity : 1;
    taken += unit.isArea ? pets : Math.min(pets, 1);
  }
  return { taken, places: Math.max(taken, places) };
};

/** Every unit with its stays, in the order in which they come. */
export const rowsOf = (units: readonly LodgingCalendarUnit[], cards: readonly LodgingCard[], days: Days): Row[] => {
  const byUnit = Map.groupBy(cards, (card) => card.lodgingUnitId);
  return units.map((unit) => {
    const own = byUnit.get(unit.lodgingUnitId) ?? [];
    return { unit, cards: own, ...barsOf(own, days) };
  });
};

/** Rows under their types, without those that are not asked for. */
export const groupsOf = (rows: readonly Row[], days: Days, typeIds: readonly string[], occupancy: Occupancy): Group[] => {
  const shown = rows.filter(
    (row) =>
      (typeIds.length === 0 || typeIds.includes(row.unit.lodgingTypeId)) && (occupancy === "all" || occupancyOf(row, days) === occupancy),
  );
  return [...Map.groupBy(shown, (row) => row.unit.lodgingTypeId)].map(([typeId, own]) => ({
    typeId,
    name: own[0]?.unit.lodgingTypeName ?? "",
    rows: own,
  }));
};

const EXPECTED = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED];
const HERE = [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP];

/** Today: how many pets are in the house, are still to come, of those here go home, and went home already; each pet of a stay once, whatever units it sleeps in. */
export const countsOn = (
  cards: readonly LodgingCard[],
  today: string,
): { inHouse: number; arrive: number; leave: number; left: number } => {
  let [inHouse, arrive, leave, left] = [0, 0, 0, 0];
  for (const own of Map.groupBy(cards, (card) => card.appointmentId).values()) {
    const [{ status, stayStartDate, stayEndDate }] = own as [LodgingCard];
    const pets = new Set(own.flatMap(({ petList }) => petList.map(({ petId }) => petId))).size;
    const [from, to] = [isoOf(stayStartDate), isoOf(stayEndDate)];
    const isHere = HERE.includes(status);
    if (isHere) inHouse += pets;
    if (EXPECTED.includes(status) && from <= today && today < to) arrive += pets;
    if (isHere && to === today) leave += pets;
    if (status === AppointmentStatus.FINISHED && to === today) left += pets;
  }
  return { inHouse, arrive, leave, left };
};

export type Dropped = { card: LodgingCard; edge: "move" | "start" | "end"; days: number; unitId: string };

/** Whether it would stand elsewhere than it does. */
export const isMoved = ({ card, days, unitId }: Dropped): boolean => days !== 0 || unitId !== card.lodgingUnitId;

/** The nights in the unit of a stay that is carried: the first one, and the day on which its pets leave. */
export const nightsOf = ({ card, edge, days }: Dropped): { from: string; to: string } => ({
  from: addDays(isoOf(card.startDate), edge === "end" ? 0 : days),
  to: addDays(isoOf(card.endDate), edge === "start" ? 0 : days),
});

/** What stands in the way where a stay is about to be put down, as far as it is shown; the calendar itself has the last word. */
export function inTheWay(dropped: Dropped, rows: readonly Row[]): string | undefined {
  const row = rows.find(({ unit }) => unit.lodgingUnitId === dropped.unitId);
  if (!row) return undefined;
  const { from, to } = nightsOf(dropped);
  const nights = datesOf({ from, count: daysBetween(from, to) });
  if (nights.some((night) => isClosed(row.unit, night))) return "Out of service";
  const others = row.cards.filter(({ appointmentId }) => appointmentId !== dropped.card.appointmentId);
  if (row.unit.isArea) {
    const all = [...others, { ...dropped.card, startDate: isoToDay(from), endDate: isoToDay(to) } as LodgingCard];
    return nights.some((night) => petsOn(all, night) > row.unit.capacity) ? "Full" : undefined;
  }
  const other = others.find((one) => nights.some((night) => petsOn([one], night) > 0));
  return other && `Taken: ${other.customerLastName || other.customerFirstName || other.petList[0]?.petName}`;
}

/** The same part of a stay, whenever it was loaded. */
export const isSame = (a: LodgingCard | undefined, b: LodgingCard | undefined): boolean =>
  a?.cardId === b?.cardId && isoOf(a?.startDate) === isoOf(b?.startDate);

type LineRooms = { petDetailId: string; lodgings: { unitId: string; from: string; to: string }[] };
export type StayChange = { startDate?: string; endDate?: string; lines?: LineRooms[] };

/** What a dropped bar asks for: all of a stay moves by days, one of its units is another, or it ends on another day. */
export const changeOf = ({ card, edge, days, unitId }: Dropped, cards: readonly LodgingCard[]): StayChange => {
  const [start, end] = [isoOf(card.stayStartDate), isoOf(card.stayEndDate)];
  if (edge === "start") return { startDate: addDays(start, days) };
  if (edge === "end") return { endDate: addDays(end, days) };
  const moves = days !== 0 && { startDate: addDays(start, days), endDate: addDays(end, days) };
  if (unitId === card.lodgingUnitId) return { ...moves };
  const own = cards.filter((one) => one.appointmentId === card.appointmentId);
  const lines = card.petList.map(({ petDetailId }) => ({
    petDetailId,
    lodgings: own
      .filter((one) => one.petList.some((pet) => pet.petDetailId === petDetailId))
      .sort((a, b) => (isoOf(a.startDate) < isoOf(b.startDate) ? -1 : 1))
      .map((one) => ({
        unitId: isSame(one, card) ? unitId : one.lodgingUnitId,
        from: addDays(isoOf(one.startDate), days),
        to: addDays(isoOf(one.endDate), days),
      })),
  }));
  return { ...moves, lines };
};
