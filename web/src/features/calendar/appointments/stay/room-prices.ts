import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { OwnNights } from "@leashline/proto/rules/stay-price.ts";
import { amountText, type MoneyLike, parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { daysBetween, isoOf } from "../../shared/stay/stay-days.ts";
import type { Nights } from "../../shared/stay/stay-text.ts";
import type { PetService } from "../../shared/types.ts";

// Rooms of a stay that cost something of their own.

/** What a night of a line costs without that; nothing where it is not priced by the night, or by hand. */
export const rateOf = ({ priceParts: [base] }: PetService): string | undefined =>
  base?.unit === PriceUnit.PER_NIGHT ? amountText(base.each) : undefined;

/** The boarding of a line at what was agreed for a night; nothing where it is not priced by the night, or by hand. */
export const asPriced = ({ priceParts: [base] }: PetService): { price: MoneyLike; priceUnit: PriceUnit } | undefined =>
  base?.unit === PriceUnit.PER_NIGHT && base.each ? { price: base.each, priceUnit: base.unit } : undefined;

export const roomsIn = ({ lodgings }: PetService): Nights[] =>
  lodgings.map(({ lodgingUnitId: unitId, startDate, endDate, nightlyPrice }) => ({
    ...{ unitId, from: isoOf(startDate), to: isoOf(endDate) },
    ...(nightlyPrice && { price: amountText(nightlyPrice) }),
  }));

/** A price that was taken out is the rate again. */
export const withRates = (rooms: readonly Nights[], line: PetService | undefined): Nights[] =>
  rooms.map((one) => (one.price === "" ? { ...one, price: (line && rateOf(line)) ?? "" } : one));

/** As prices are reckoned with them. */
export const ownNights = (rooms: readonly Nights[], currencyCode?: string): OwnNights[] =>
  rooms.flatMap(({ from, to, price }) => (price ? [{ from, to, each: toMinor(parseMoney(price, currencyCode)), name: "" }] : []));

/** What nights cost of their own, wherever the stay begins. */
const told = (rooms: readonly Nights[], line: PetService): string =>
  JSON.stringify(
    rooms
      .filter(({ price }) => price && price !== rateOf(line))
      .map(({ from, to, price }) => [daysBetween(rooms[0]?.from ?? from, from), daysBetween(from, to), price]),
  );

/** Whether rooms of a line have other prices than they had. */
export const isPricedAnew = (line: PetService, rooms: readonly Nights[]): boolean => told(roomsIn(line), line) !== told(rooms, line);
