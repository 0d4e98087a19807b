import { type Ctx, fromWireDate, implement, todayIn, toTimestamp } from "@leashline/kit";
import type { StayRoomType } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { StayBookingService, type StayWish } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import { command } from "../db.ts";
import { holdMinutes, ruleOf } from "../storefront/bookable.ts";
import { type Offer, spanWithin } from "../storefront/plan.ts";
import { type OpenShop, offerOfPage, offersOf, openShop, shownOffers, weighed } from "../storefront/shop.ts";
import { shownBy } from "../visitors/confirmed.ts";
import { holding, takeTurn } from "../visitors/pace.ts";
import { clientBy, isNewHere } from "../visitors/person.ts";
import { ownHold } from "../visitors/used-hold.ts";
import { choosing, isVouched, networkKey } from "../visitors/visitor.ts";
import { daycareDays, durationsOf } from "./daycare.ts";
import { arrivalsFrom, dropOffsFrom } from "./earliest.ts";
import { quoteOf, stayLines } from "./quote.ts";
import { holdRooms, inTheirWords, nightsIn } from "./rooms.ts";
import { mustBeOffered, mustSuit, roomed, type StayPet, stayOf } from "./stay.ts";

const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });

type Suited = { pets: StayPet[]; offers: ReadonlyMap<string, Offer> };

/** The pets with their sizes, and what they are to have; refused when one of them cannot have it. */
async function suited(shop: OpenShop, wishes: readonly StayWish[], held: boolean): Promise<Suited> {
  const pets = await weighed(shop, wishes);
  const offers = held ? await offersOf(shop, pets) : await shownOffers(shop, pets);
  mustSuit(pets, offers);
  return { pets: roomed(pets, offers), offers };
}

/** A message of the calendar as one of ours. */
const plain = <T extends { $typeName: string }>({ $typeName: _, ...fields }: T) => fields;

/** What a night costs only where the page shows prices, and by the night. */
function shownRoom({ lodgingTypeId, name, isArea, rate }: StayRoomType, offers: ReadonlyMap<string, Offer>) {
  const all = [...offers.values()];
  const tells = all.every(({ showPrice }) => showPrice) && all.some(({ unit }) => unit === PriceUnit.PER_NIGHT);
  return { lodgingTypeId, name, isArea, ...(rate && tells && { rate }) };
}

export const stayBookingRpc = implement(StayBookingService, {
  async getStayNights({ bookOnlineName, pets: wishes, startDate, endDate, lodgingTypeId, holdToken }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const { pets, offers } = await suited(shop, wishes, false);
    const asked = { from: fromWireDate(startDate, "startDate"), to: fromWireDate(endDate, "endDate") };
    const { soonest, farthest } = ruleOf(shop);
    // The last stay that can be booked goes on for as long as a stay may.
    const rule = { soonest, farthest: farthest + shop.setting.stayMaxNights };
    const span = spanWithin(asked, todayIn(shop.business.timezoneName), rule);
    if (!span) return { nights: [], roomTypes: [] };
    const { nights, roomTypes } = await nightsIn(shop, { span, pets, lodgingTypeId, holdToken });
    const earliest = arrivalsFrom(shop, offers);
    return {
      nights: nights.flatMap(({ date: wire, closed, free, rooms }) => {
        const date = fromWireDate(wire, "date");
        const earliestStart = earliest(date);
        return earliestStart === null ? [] : { date, closed, free, rooms: rooms.map(plain), earliestStart };
      }),
      roomTypes: roomTypes.map((type) => shownRoom(type, offers)),
    };
  },

  async getDaycareDays({ bookOnlineName, pets: wishes, startDate, endDate, startTime }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const pets = await weighed(shop, wishes);
    const offers = await shownOffers(shop, pets);
    mustSuit(pets, offers, true);
    const asked = { from: fromWireDate(startDate, "startDate"), to: fromWireDate(endDate, "endDate") };
    const span = spanWithin(asked, todayIn(shop.business.timezoneName), ruleOf(shop));
    if (!span) return { days: [] };
    const durations = durationsOf(pets, offers);
    const days = await daycareDays(shop, { span, startTime, durations });
    const earliest = dropOffsFrom(shop, offers, durations);
    return {
      days: days.flatMap(({ date: wire, closed, free }) => {
        const date = fromWireDate(wire, "date");
        const earliestStart = earliest(date);
        return earliestStart === null ? [] : { date, closed, free, earliestStart };
      }),
    };
  },

  async quoteStay({ bookOnlineName, pets: wishes, times, visitorToken, lodgingTypeId, holdToken }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const stay = stayOf(times!);
    const { pets, offers } = await suited(shop, wishes, false);
    mustBeOffered(shop, stay, offers, holdMinutes);
    const client = await clientBy(shop, await shownBy(shop.ctx, visitorToken));
    const page = await offerOfPage(shop);
    const asked = {
      wishes: pets,
      offers,
      stay,
      rooms: { lodgingTypeId, holdToken },
      customerId: client?.customerId ?? "0",
      shown: page.added,
    };
    return quoteOf(await stayLines(shop, asked), page, shop.business.currencyCode);
  },

  async holdStay({ bookOnlineName, pets: wishes, times, lodgingTypeId, replaceToken: given, visitorToken }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const stay = stayOf(times!);
    const { pets, offers } = await suited(shop, wishes, true);
    mustBeOffered(shop, stay, offers);
    const vouched = isVouched(ctx, shop.ctx);
    if (!vouched) await command(unkeyed(shop.ctx), (tx) => takeTurn(tx, holding, networkKey(shop.ctx)));
    const visitor = choosing(shop.ctx, !vouched && (await isNewHere(shop, visitorToken)));
    const replaceToken = await ownHold(shop.ctx, given);
    try {
      const held = await holdRooms(shop, { stay, pets, lodgingTypeId, holdMinutes, replaceToken, visitor });
      return { holdToken: held.token, ...(held.expiresAt && { expiresAt: toTimestamp(held.expiresAt) }) };
    } catch (error) {
      throw inTheirWords(error);
    }
  },
});
