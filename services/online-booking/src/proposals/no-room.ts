import { ErrorCode, fail, fromConnectError, fromWireDate, todayIn, writeDay, writeStay } from "@leashline/kit";
import { nightsIn, roomless } from "../stays/rooms.ts";
import { nightsOf, type Stay, type StayPet } from "../stays/stay.ts";
import type { Shop } from "../storefront/shop.ts";

type Wanted = { stay: Stay; pets: readonly StayPet[]; lodgingTypeId: string };
type Days = Pick<Stay, "date" | "endDate">;
type Night = { date: string; free: boolean; closed: boolean };

/** How many days around a stay are looked at for another one, and how many nights the calendar tells at once. */
const AROUND = 7;
const MOST_NIGHTS = 62;

const plus = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** Why a stay cannot be held, for staff: the night that is full, and the nearest stay of as many nights for which there is room. */
export async function noRoom(shop: Shop, { stay, ...who }: Wanted, field: string, error: unknown): Promise<unknown> {
  const refusal = fromConnectError(error);
  if (!refusal || !roomless(error)) return error;
  const { business } = shop;
  if (refusal.code === ErrorCode.OUTSIDE_WORKING_HOURS) {
    const { date } = refusal.options.facts ?? {};
    const on = date ? ` on ${writeDay(date, business)}` : " on a day of one of the stays";
    return fail("OUTSIDE_WORKING_HOURS", { field, message: `You are closed${on}. Choose other nights.` });
  }
  const { nights, roomType } = await nightsAround(shop, { stay, ...who });
  const night = fullNight(nights, stay);
  const instead = nearest(nights, stay);
  const when = night ? `on the night of ${writeDay(night, business)}` : `for ${writeStay(stay, business)}`;
  const full = `There is no room${roomType && ` of the type ${roomType}`} ${when}.`;
  const other = instead ? `There is for ${writeStay(instead, business)}.` : "Choose other nights.";
  const facts = { ...(night && { night }), ...(instead && { freeFrom: instead.date }) };
  return fail("ROOM_NOT_AVAILABLE", { field, message: `${full} ${other}`, facts });
}

/** The nights on which such rooms are free, with the name of their type where one was asked for; empty where any will do. */
async function nightsAround(shop: Shop, { stay, pets, lodgingTypeId }: Wanted): Promise<{ nights: Night[]; roomType: string }> {
  const length = nightsOf(stay);
  if (length >= MOST_NIGHTS) return { nights: [], roomType: "" };
  const around = length + 2 * AROUND < MOST_NIGHTS ? AROUND : 0;
  const tomorrow = plus(todayIn(shop.business.timezoneName), 1);
  // Nothing before tomorrow is named instead.
  const [, earliest = tomorrow] = [plus(stay.date, -around), tomorrow].sort();
  const [from = stay.date] = [stay.date, earliest].sort();
  const span = { from, to: plus(stay.endDate, around) };
  const { nights, roomTypes } = await nightsIn(shop, { span, pets, lodgingTypeId, holdToken: "" });
  const roomType = roomTypes.find((type) => type.lodgingTypeId === lodgingTypeId)?.name ?? "";
  return { nights: nights.map(({ date, free, closed }) => ({ date: fromWireDate(date, "date"), free, closed })), roomType };
}

export const fullNight = (nights: readonly Night[], { date, endDate }: Days): string | undefined =>
  nights.find((night) => night.date >= date && night.date < endDate && !night.free)?.date;

/** The stay of as many nights that begins closest to it, a later one before an earlier one. */
export function nearest(nights: readonly Night[], stay: Days): Days | undefined {
  const byDate = new Map(nights.map((night) => [night.date, night]));
  const length = nightsOf(stay);
  const isFree = (from: string) =>
    Array.from({ length }, (_, nth) => byDate.get(plus(from, nth))).every((night) => night?.free) &&
    byDate.get(plus(from, length))?.closed === false;
  const starts = Array.from({ length: AROUND }, (_, nth) => [plus(stay.date, nth + 1), plus(stay.date, -nth - 1)]).flat();
  const date = starts.find(isFree);
  return date === undefined ? undefined : { date, endDate: plus(date, length) };
}
