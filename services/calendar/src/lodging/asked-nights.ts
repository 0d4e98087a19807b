import { fail, minorOf } from "@leashline/kit";
import type { StayLodging } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { calendarDay } from "../scheduling/asked-days.ts";
import { addDays } from "../scheduling/dates.ts";
import { gapIn, joined, type Nights, nightsOf, type Span } from "./room.ts";

// The rooms that a caller names for a line of a stay, and what nights in them cost.

type Known = {
  /** What units are called; needed of those that have a price. */
  readonly names: ReadonlyMap<string, string>;
  /** What the line has, and the rate that was agreed for it. */
  readonly was?: readonly Nights[];
  readonly rate?: bigint | null;
};

const eachOn = (lodgings: readonly Nights[], night: string): string | undefined =>
  lodgings.find(({ from, to }) => from <= night && night < to)?.own?.each;

/** Units one after the other, as a caller names them; refused when a night is left out or comes twice. A night without a price goes on at the one that it had. */
export function nightsFrom(given: readonly StayLodging[], span: Pick<Span, "date" | "endDate">, field: string, known: Known): Nights[] {
  const asked = given.map((one) => ({
    ...one,
    unitId: one.lodgingUnitId,
    from: calendarDay(one.startDate, field),
    to: calendarDay(one.endDate, field),
  }));
  const gap = gapIn(asked, span);
  if (gap) throw fail("PARAMS_INVALID", { field, reason: gap });
  const { names, was = [], rate = null } = known;
  return joined(
    asked.flatMap(({ unitId, from, to, nightlyPrice }) =>
      joined(
        nightsOf({ from, to }).map((night): Nights => {
          const each = nightlyPrice ? minorOf(nightlyPrice) : eachOn(was, night);
          const one = { unitId, from: night, to: addDays(night, 1) };
          return each === undefined || BigInt(each) === rate ? one : { ...one, own: { each, name: names.get(unitId) ?? "" } };
        }),
      ),
    ),
  );
}

/** The units of which a name is needed: those of lines with a price of their own, and those that are asked for with one. */
export const unitsWithPrices = (given: readonly (readonly StayLodging[])[], was: readonly (readonly Nights[])[] = []): string[] => {
  const priced = given.flat().some(({ nightlyPrice }) => nightlyPrice) || was.flat().some(({ own }) => own);
  return priced ? [...new Set(given.flat().map(({ lodgingUnitId }) => lodgingUnitId))] : [];
};

/** Whether nights of a line cost something else than before. */
export const isPricedAnew = (before: readonly Nights[], after: readonly Nights[]): boolean =>
  [...before, ...after].flatMap(nightsOf).some((night) => eachOn(before, night) !== eachOn(after, night));
