import { ErrorCode, fail, fromConnectError, fromTimestamp, fromWireDate, toWireDate } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { holdMinutes, mustBeBookable, stayRulesOf } from "../storefront/bookable.ts";
import type { Offer, Wish } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import type { Hold } from "../visitors/visitor.ts";
import { mustBeWithin, openingHoursOf, windowOn } from "./hours.ts";
import type { HeldStay } from "./rooms.ts";
import { refuse } from "./stay.ts";

export const isByDay = (offers: ReadonlyMap<string, Offer>): boolean => [...offers.values()].some(({ byDay }) => byDay);

/** How long each pet is here: as its longest service says. */
export const durationsOf = (wishes: readonly Wish[], offers: ReadonlyMap<string, Offer>): number[] =>
  wishes.map(({ serviceIds }) => {
    const services = serviceIds.flatMap((id) => offers.get(id) ?? []).filter(({ addOn }) => !addOn);
    return Math.max(...services.map(({ duration }) => duration), 1);
  });

/** The days that are asked for, each once and in order. */
export const daysOf = (first: WireDate | undefined, more: readonly WireDate[]): string[] =>
  [...new Set([fromWireDate(first, "date"), ...more.map((date) => fromWireDate(date, "moreDates"))])].sort();

const MIDNIGHT = 1_440;

/**
 * Days on which the page takes bookings, at a time at which pets are brought; they are fetched on the same day, before the shop closes. Where the day that is
 * booked is longer than the shop's, they are brought as soon as it opens.
 */
export function mustBeTaken(
  shop: Shop,
  dates: readonly string[],
  { start, end }: { start: number; end: number },
  offers: ReadonlyMap<string, Offer>,
): void {
  const { arrivalFrom, arrivalTo, departureTo } = stayRulesOf(shop.setting);
  for (const date of dates) {
    mustBeBookable(shop, { date, startTime: start }, offers, holdMinutes);
    const { from: opens, to: closes } = windowOn(openingHoursOf(shop), date, { from: arrivalFrom, to: departureTo });
    mustBeWithin("startTime", start, date, { from: arrivalFrom, to: arrivalTo });
    if (end > MIDNIGHT || (start > opens && end > closes))
      throw refuse("startTime", "The day would end after closing. Please choose an earlier drop-off.");
  }
}

type Asked = { span: { from: string; to: string }; startTime: number; durations: number[] };

export async function daycareDays({ ctx, setting: { businessId } }: Shop, { span, startTime, durations }: Asked) {
  const days = { startDate: toWireDate(span.from), endDate: toWireDate(span.to) };
  return (await ctx.client(StayHoldService).getDaycarePlaces({ businessId, ...days, startTime, durations })).days;
}

type Wanted = {
  dates: readonly string[];
  startTime: number;
  durations: number[];
  holdMinutes: number;
  replaceToken: string;
  visitor: Hold;
};

/** Keeps places on all of the days. */
export async function holdPlaces({ ctx, setting: { businessId } }: Shop, { dates, ...wanted }: Wanted): Promise<HeldStay> {
  const held = await ctx.client(StayHoldService).holdDaycare({ businessId, dates: dates.map(toWireDate), ...wanted });
  return { token: held.holdToken, expiresAt: held.holdToken ? fromTimestamp(held.expiresAt) : null };
}

const spoken = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });

/** A person at the storefront reads which day it is, and nothing of other pets. */
export function dayInTheirWords(error: unknown): unknown {
  const refusal = fromConnectError(error);
  const date = refusal?.options.facts?.date;
  if (!refusal || !date) return error;
  if (refusal.code === ErrorCode.OUTSIDE_WORKING_HOURS)
    return fail("OUTSIDE_WORKING_HOURS", {
      field: "date",
      message: `We are closed on ${spoken(date)}. Please choose another day.`,
      facts: { date },
    });
  if (refusal.code !== ErrorCode.ROOM_NOT_AVAILABLE) return error;
  const none = refusal.options.facts?.why === "noDaycare";
  const message = `${none ? `We have no daycare on ${spoken(date)}` : `Daycare is full on ${spoken(date)} by now`}. Please choose another day.`;
  return fail("ROOM_NOT_AVAILABLE", { field: "date", message, facts: { date } });
}
