import type { FindFreeLodgingsResponse, FreeLodging } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { PriceUnit, type Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { nightlyIn } from "@leashline/proto/rules/room-rate.ts";
import type { OwnNights } from "@leashline/proto/rules/stay-price.ts";
import { amountText, fromMinor, type MoneyLike, parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { lodgingRateText } from "../../../../ui/prices/lodging-rate.ts";
import { isoOf } from "../../shared/stay/stay-days.ts";
import type { Nights } from "../../shared/stay/stay-text.ts";
import { CHOSEN } from "./RoomSelect.tsx";
import type { StaySpan } from "./StayWhen.tsx";

export type OwnNightsOf = (petId: string) => OwnNights[];

type Boarding = { readonly price?: MoneyLike | undefined; readonly priceUnit: Service["priceUnit"] };

/** What a night in a room costs with a boarding, where that is not what the boarding costs. */
const eachIn = ({ rate }: FreeLodging, { price, priceUnit: unit }: Boarding): bigint | undefined =>
  nightlyIn(rate && { kind: rate.kind, minor: toMinor(rate.amount) }, { rate: toMinor(price), unit });

/** Nights that cost something of their own in the rooms that pets are to have: those that were picked, else those that would be chosen. */
export const ratedRooms =
  (found: FindFreeLodgingsResponse | undefined, roomOf: (petId: string) => string, { from, to }: StaySpan) =>
  (boarding: Boarding): OwnNightsOf =>
  (petId) => {
    const picked = roomOf(petId);
    const best = found?.chosen.find((one) => one.petId === petId)?.lodgings ?? [];
    const nights =
      picked === CHOSEN
        ? best.map((one) => ({ unitId: one.lodgingUnitId, from: isoOf(one.startDate), to: isoOf(one.endDate) }))
        : [{ unitId: picked, from, to }];
    return nights.flatMap(({ unitId, ...days }) => {
      const room = found?.lodgings.find((one) => one.lodgingUnitId === unitId);
      const each = room && eachIn(room, boarding);
      return room && each !== undefined ? [{ ...days, each, name: room.name }] : [];
    });
  };

/**
 * What a night costs in the rooms that would be chosen for these pets, as a room says it that is picked by hand; of several that differ the least, "from $45.00 a
 * night". Empty where it is what the boarding costs, or that is not priced by the night.
 */
export function bestRate(
  found: FindFreeLodgingsResponse | undefined,
  petIds: readonly string[],
  boarding: Boarding | undefined,
  money: (value: MoneyLike | undefined) => string,
): string {
  if (boarding?.priceUnit !== PriceUnit.PER_NIGHT) return "";
  const chosen = (found?.chosen ?? []).filter(({ petId }) => petIds.includes(petId));
  const ids = new Set(chosen.flatMap(({ lodgings }) => lodgings.map((one) => one.lodgingUnitId)));
  const rooms = (found?.lodgings ?? []).filter((one) => ids.has(one.lodgingUnitId));
  const [first = "", ...others] = new Set(rooms.map(({ rate }) => lodgingRateText(rate, money)));
  if (others.length === 0) return first;
  const own = toMinor(boarding.price);
  const [least = own] = rooms.map((room) => eachIn(room, boarding) ?? own).toSorted((a, b) => Number(a - b));
  return `from ${money(fromMinor(least, boarding.price?.currencyCode ?? "USD"))} a night`;
}

/** Another room that staff choose costs what its type says; the price stands beside it and may be typed over, and stays then whatever the room. */
export function inRoom(
  nights: Nights,
  unitId: string,
  found: FindFreeLodgingsResponse | undefined,
  boarding: Boarding | undefined,
): Nights {
  const of = (id: string) => found?.lodgings.find((one) => one.lodgingUnitId === id);
  const [was, now] = [of(nights.unitId), of(unitId)];
  if (!boarding || (!was?.rate && !now?.rate)) return { ...nights, unitId };
  const eachOf = (room: FreeLodging | undefined) => (room && eachIn(room, boarding)) ?? toMinor(boarding.price);
  const { currencyCode = "USD" } = boarding.price ?? {};
  if (nights.price && toMinor(parseMoney(nights.price, currencyCode)) !== eachOf(was)) return { ...nights, unitId };
  return { ...nights, unitId, price: amountText(fromMinor(eachOf(now), currencyCode)) };
}
