import { fail } from "@leashline/kit";
import type { SubmitBookingRequest } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { classPlan, fullOnline, holdSeats, isFull, mustBeOpen } from "../classes/class-booking.ts";
import { overDays, plansOn } from "../stays/day-prices.ts";
import { dayInTheirWords, daysOf, durationsOf, holdPlaces, mustBeTaken } from "../stays/daycare.ts";
import { stayLines, stayPlan } from "../stays/quote.ts";
import { holdRooms, inTheirWords } from "../stays/rooms.ts";
import { mustBeOffered, mustSuit, nightsOf, roomed, stayOf } from "../stays/stay.ts";
import { withoutAddOns } from "../storefront/add-ons.ts";
import { holdMinutes } from "../storefront/bookable.ts";
import { type Offer, type Plan, planFor, type WeighedWish } from "../storefront/plan.ts";
import { type Shop, weighed } from "../storefront/shop.ts";
import { groupsFor, type Held, holdTime, inPlainWords, mustBeWhole, stepFor } from "../storefront/times.ts";
import { requested } from "../visitors/visitor.ts";

// What a request asks for, and what is kept for it shortly: a time of somebody, rooms, places of daycare, or places in a class.

const shortHoldMinutes = 15;

export type Asking = { offers: ReadonlyMap<string, Offer>; date: string; customerId: string; stranger: boolean; vouched: boolean };
/** What is kept for a request, what it comes to, and when it ends. */
export type Kept = {
  held: Pick<Held, "token" | "staffId">;
  plan: Plan;
  until: { endTime: number; endDate: string | null; summary: string };
  /** Of a class, what the request has of it. */
  series?: { classId: string; classWait: boolean; date: string; moreDates: string[]; startTime: number };
};

export async function timeAsked(
  shop: Shop,
  request: SubmitBookingRequest,
  { offers, date, customerId, stranger, vouched }: Asking,
): Promise<Kept> {
  const coming = await weighed(shop, request.pets);
  mustBeWhole(coming, offers);
  const groups = groupsFor(shop, offers, coming, request.staffId);
  const held = await hold(shop, request, { groups, pets: coming, date, stranger, vouched, offers });
  const [plan] = (await plansOn(shop, planFor(request.pets, offers, held.staffId), { dates: [date], offers, customerId })) as [Plan];
  return { held, plan, until: { endTime: request.startTime + plan.duration, endDate: null, summary: "" } };
}

/** Rooms instead of somebody's time: nobody of the staff is asked for. */
export async function stayAsked(shop: Shop, request: SubmitBookingRequest, { offers, customerId, stranger }: Asking): Promise<Kept> {
  const { date: startDate, endDate, startTime, endTime, holdToken: replaceToken, lodgingTypeId } = request;
  const stay = stayOf({ startDate, endDate, startTime, endTime }, "date");
  mustBeOffered(shop, stay, offers, holdMinutes);
  const pets = await weighed(shop, request.pets);
  mustSuit(pets, offers);
  const lines = await stayLines(shop, { wishes: pets, offers, stay, rooms: { lodgingTypeId, holdToken: replaceToken }, customerId });
  const visitor = requested(shop.ctx, { stranger });
  try {
    const held = await holdRooms(shop, {
      stay,
      pets: roomed(pets, offers),
      lodgingTypeId,
      holdMinutes: shortHoldMinutes,
      replaceToken,
      visitor,
    });
    const summary = plural(nightsOf(stay), "night");
    return { held: { ...held, staffId: "0" }, plan: stayPlan(pets, lines), until: { endTime, endDate: stay.endDate, summary } };
  } catch (error) {
    throw inTheirWords(error);
  }
}

/** The first of the days, and the others. */
export function daysIn({ date: first, moreDates: others }: SubmitBookingRequest): { date: string; moreDates: string[] } {
  const [date = "", ...moreDates] = daysOf(first, others);
  return { date, moreDates };
}

/** Places of daycare on each of the days. */
export async function daysAsked(shop: Shop, request: SubmitBookingRequest, { offers, customerId, stranger }: Asking): Promise<Kept> {
  const { startTime, holdToken: replaceToken } = request;
  const dates = daysOf(request.date, request.moreDates);
  const pets = await weighed(shop, request.pets);
  mustSuit(pets, offers, true);
  const durations = durationsOf(pets, offers);
  const endTime = startTime + Math.max(...durations);
  mustBeTaken(shop, dates, { start: startTime, end: endTime }, offers);
  const visitor = requested(shop.ctx, { stranger });
  try {
    const held = await holdPlaces(shop, { dates, startTime, durations, holdMinutes: shortHoldMinutes, replaceToken, visitor });
    const plan = overDays(dates, await plansOn(shop, planFor(request.pets, offers, "0"), { dates, offers, customerId }));
    return {
      held: { ...held, staffId: "0" },
      plan,
      until: { endTime, endDate: null, summary: dates.length > 1 ? plural(dates.length, "day") : "" },
    };
  } catch (error) {
    throw dayInTheirWords(error);
  }
}

/** Places in the class for all the pets, or a wish for them where that was said. */
export async function classAsked(shop: Shop, request: SubmitBookingRequest, { offers, stranger }: Asking): Promise<Kept> {
  if (request.endDate) throw fail("PARAMS_INVALID", { field: "endDate", message: "A class has dates of its own." });
  const pets = await weighed(shop, request.pets);
  const found = await mustBeOpen(shop, request.classId, pets, offers);
  const { classId, staffId, sessions } = found;
  const visitor = requested(shop.ctx, { stranger });
  const wanted = { classId, pets: pets.length, holdMinutes: shortHoldMinutes, replaceToken: "", visitor };
  const held = await holdSeats(shop, wanted).catch((error) => {
    if (!isFull(error)) throw error;
    if (!request.classWaitlist) throw fullOnline(pets.length);
    return null;
  });
  const [first, ...others] = sessions as [(typeof sessions)[number], ...typeof sessions];
  return {
    held: { token: held?.token ?? "", staffId },
    plan: classPlan(pets, found, offers),
    until: { endTime: first.endTime, endDate: null, summary: plural(sessions.length, "session") },
    series: { classId, classWait: held === null, date: first.date, moreDates: others.map(({ date }) => date), startTime: first.startTime },
  };
}

const plural = (count: number, word: string): string => (count === 1 ? `1 ${word}` : `${count} ${word}s`);

type Holding = Omit<Asking, "customerId"> & { groups: [number, string[]][]; pets: readonly WeighedWish[] };

async function hold(shop: Shop, request: SubmitBookingRequest, { groups, pets, date, stranger, vouched, offers }: Holding): Promise<Held> {
  const { startTime, holdToken } = request;
  try {
    const visitor = requested(shop.ctx, { stranger });
    return await holdTime(shop, groups, {
      date,
      startTime,
      pets: withoutAddOns(pets, offers),
      holdMinutes: shortHoldMinutes,
      replaceToken: holdToken,
      visitor,
      ...stepFor(shop, vouched),
    });
  } catch (error) {
    throw inPlainWords(shop, error, offers);
  }
}
