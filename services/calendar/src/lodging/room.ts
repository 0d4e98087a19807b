import { toMoney } from "@leashline/kit";
import type { RoomRate } from "@leashline/proto/rules/room-rate.ts";
import { addDays, datesBetween, daysBetween } from "../scheduling/dates.ts";

/** Nights in one unit: the first night, and the day on which the pet leaves it. */
export type Nights = {
  readonly unitId: string;
  readonly from: string;
  readonly to: string;
  /** What a night here costs, where that is not what the boarding costs a night, and what the room was called when that was agreed. */
  readonly own?: { readonly each: string; readonly name: string };
};

/** Local days on which nobody stays in a unit, both ends included. */
export type Closure = { readonly startDate: string; readonly endDate: string; readonly reason: string };

/** A room, kennel or area, as offering tells it. */
export type Room = {
  readonly unitId: string;
  readonly name: string;
  readonly typeId: string;
  readonly typeName: string;
  /** Shared by pets of several families. */
  readonly area: boolean;
  readonly capacity: number;
  readonly maxWeight: number;
  readonly petTypes: readonly string[];
  readonly petSizeIds: readonly string[];
  readonly closures: readonly Closure[];
  readonly deleted: boolean;
  /** What a night costs, where that is not what the boarding costs. */
  readonly rate?: RoomRate;
};

/** What of a pet decides whether it fits. What is not known (0, empty) refuses nothing. */
export type PetFacts = {
  readonly petId: string;
  readonly petType: string;
  readonly weight: number;
  readonly petSizeId: string;
  /** Its boarding asks for a room that it shares with no other family. */
  readonly ownLodging?: boolean;
};

export type RoomRefusal = "taken" | "outOfService" | "petType" | "petSize" | "tooHeavy" | "tooMany" | "shared";

/** When a stay begins and ends, by the clock of the business. */
export type Span = { readonly date: string; readonly start: number; readonly endDate: string; readonly end: number };

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** What a night in a room costs, as the contract shows it. */
export const rateOf = ({ rate }: Pick<Room, "rate">, currency: string) =>
  rate ? { rate: { kind: rate.kind, amount: toMoney(rate.minor, currency) } } : {};

/** Why a pet cannot be in a room at all; null when it fits. */
export function unfit(room: Room, pet: PetFacts): RoomRefusal | null {
  if (room.petTypes.length > 0 && pet.petType && !room.petTypes.some((type) => same(type, pet.petType))) return "petType";
  if (room.petSizeIds.length > 0 && pet.petSizeId !== "0" && !room.petSizeIds.includes(pet.petSizeId)) return "petSize";
  if (room.maxWeight > 0 && pet.weight > room.maxWeight) return "tooHeavy";
  return room.area && pet.ownLodging ? "shared" : null;
}

export const isClosed = (room: Room, night: string): Closure | undefined =>
  room.closures.find(({ startDate, endDate }) => startDate <= night && night <= endDate);

/** The nights from a day to the day on which one leaves. */
export const nightsOf = ({ from, to }: Pick<Nights, "from" | "to">): string[] => datesBetween(from, addDays(to, -1));

/** The nights of a stay. */
export const nightsOfStay = ({ date, endDate }: Span): string[] => nightsOf({ from: date, to: endDate });

const NOON = 720;

type LocalTime = { readonly date: string; readonly minute: number };

/** When each night in a room begins and ends: those who move do so at noon. */
export function timesOf(span: Span, nights: Nights): { night: string; from: LocalTime; to: LocalTime }[] {
  return nightsOf(nights).map((night) => {
    const next = addDays(night, 1);
    const begins = night === span.date ? span.start : night === nights.from ? NOON : 0;
    const ends = next === span.endDate ? span.end : next === nights.to ? NOON : 0;
    return { night, from: { date: night, minute: begins }, to: { date: next, minute: ends } };
  });
}

/** One after the other from the first night to the last, or what is wrong. */
export function gapIn(lodgings: readonly Nights[], { date, endDate }: Pick<Span, "date" | "endDate">): string | null {
  let at = date;
  for (const { from, to } of lodgings) {
    if (to <= from) return "a unit is left after the night on which it is entered";
    if (from !== at) return `the units must follow each other: ${from} comes after ${at}`;
    at = to;
  }
  return at === endDate ? null : `the nights end on ${at}, the stay on ${endDate}`;
}

/** Neighbouring nights in the same unit at the same price are one. */
export function joined(lodgings: readonly Nights[]): Nights[] {
  const found: Nights[] = [];
  for (const one of lodgings) {
    const last = found.at(-1);
    if (last?.unitId === one.unitId && last.to === one.from && last.own?.each === one.own?.each)
      found[found.length - 1] = { ...last, to: one.to };
    else found.push(one);
  }
  return found;
}

/** The units of a line when its stay gets other days: moved along when all of it moves, otherwise cut off or extended at its ends. */
export function rescheduledNights(lodgings: readonly Nights[], before: Span, after: Span): Nights[] {
  const moved = daysBetween(before.date, after.date);
  if (moved === daysBetween(before.endDate, after.endDate))
    return lodgings.map((one) => ({ ...one, from: addDays(one.from, moved), to: addDays(one.to, moved) }));
  const within = lodgings.filter(({ from, to }) => from < after.endDate && to > after.date);
  const kept = within.length > 0 ? within : lodgings.slice(after.date >= before.endDate ? -1 : 0).slice(0, 1);
  return kept.map((one, index) => ({
    ...one,
    from: index === 0 ? after.date : one.from,
    to: index === kept.length - 1 ? after.endDate : one.to,
  }));
}
