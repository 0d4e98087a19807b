import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import type { ProposedTime } from "../requests/proposal/proposal.ts";
import { guestsOf, wishesOf } from "../requests/request.jobs.ts";
import { type RequestRow, tellsBill } from "../requests/request.ts";
import { plansOn } from "../stays/day-prices.ts";
import { notePricing } from "../stays/pricing.ts";
import { stayLines, stayPlan } from "../stays/quote.ts";
import { missing, type Offer, type Plan, planFor } from "../storefront/plan.ts";
import { pricedOffersOf, type Shop, weighed } from "../storefront/shop.ts";

/**
 * What the services come to at each of the times, where that is another sum than was told, and for each of the stays: on the day that was asked for they cost what was asked
 * for, on another one and for other nights what the calendar will reckon then. Nothing where the client was told no price, or where one of the services is not online any more.
 */
export async function pricesAt(shop: Shop, row: RequestRow, times: readonly ProposedTime[]): Promise<(string | undefined)[]> {
  const elsewhen = times.some(({ date, endDate }) => endDate || date !== row.date);
  if (!elsewhen || !tellsBill(row)) return times.map(() => undefined);
  const wishes = wishesOf(row);
  const { offers, rules } = await pricedOffersOf(shop, wishes);
  if (missing(wishes, offers).length > 0) return times.map(() => undefined);
  notePricing(shop, rules);
  return await Promise.all(
    times.map(async (time) => {
      const minor = await (time.endDate ? stayPrice : visitPrice)(shop, row, time, { wishes, offers });
      return minor === undefined || (!time.endDate && String(minor) === row.total) ? undefined : String(minor);
    }),
  );
}

type Priced = { wishes: ReturnType<typeof wishesOf>; offers: ReadonlyMap<string, Offer> };

async function visitPrice(shop: Shop, row: RequestRow, { date, staffId }: ProposedTime, { wishes, offers }: Priced) {
  if (date === row.date) return undefined;
  const plan = asLongAsAsked(planFor(wishes, offers, staffId), row, { offers, staffId });
  const [then] = await plansOn(shop, plan, { dates: [date], offers, customerId: row.customerId });
  return then?.minor;
}

/** In the rooms that it would be given now. */
async function stayPrice(shop: Shop, row: RequestRow, { endDate = "", ...time }: ProposedTime, { wishes, offers }: Priced) {
  const guests = await guestsOf(shop, row, await weighed(shop, wishes));
  const rooms = { lodgingTypeId: row.lodgingTypeId, holdToken: "" };
  const lines = await stayLines(shop, { wishes: guests, offers, stay: { ...time, endDate }, rooms, customerId: row.customerId });
  return stayPlan(guests, lines).minor;
}

type With = { offers: ReadonlyMap<string, Offer>; staffId: string };

/** Whoever does it, it takes as long as was asked for. */
function asLongAsAsked(plan: Plan, row: RequestRow, { offers, staffId }: With): Plan {
  const pets = plan.pets.map((own, pet) =>
    own.map((line) => {
      const asked = row.pets[pet]?.services.find(({ serviceId }) => serviceId === line.serviceId);
      const offer = offers.get(line.serviceId);
      if (!asked || !offer) return line;
      const { minor = offer.minor } = offer.overrides.get(staffId) ?? {};
      return { ...line, duration: asked.duration, minor: priceFor(minor, offer.unit, asked.duration) };
    }),
  );
  return { ...plan, pets, minor: pets.flat().reduce((sum, { minor }) => sum + minor, 0n) };
}
