import { fromWireDate, type Impl } from "@leashline/kit";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { agreementsAsked } from "../agreements/asked.ts";
import { billsInClass } from "../classes/class-booking.ts";
import { quoteOfDays } from "../stays/day-prices.ts";
import { type VisitLine, visitsOf } from "../stays/visits.ts";
import { agreedFor } from "../storefront/agreed.ts";
import { depositAsked } from "../storefront/deposit.ts";
import type { Offer } from "../storefront/plan.ts";
import { type OpenShop, offerOfPage, openShop, shownOffers } from "../storefront/shop.ts";
import { shownBy } from "../visitors/confirmed.ts";
import { knownAs } from "../visitors/known.ts";
import { clientBy } from "../visitors/person.ts";
import { termsFor, toTerms } from "./terms.ts";

type Days = { readonly dates: readonly string[]; readonly offers: ReadonlyMap<string, Offer> };

/** How rules make the prices of these days; the page is asked for its taxes only where they do. */
async function quoted(shop: OpenShop, days: Days, visits: readonly (readonly VisitLine[])[]) {
  if (visits.flat().every(({ parts = [] }) => parts.length === 0)) return undefined;
  return quoteOfDays(days, visits, await offerOfPage(shop), shop.business.currencyCode);
}

export const previewHandlers = {
  async previewBookingDeposit(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const offers = await shownOffers(shop, request.pets);
    const inClass = [...offers.values()].some(({ careType }) => careType === "GROUP_CLASS");
    const client = await clientBy(shop, await shownBy(shop.ctx, request.visitorToken));
    const customerId = client?.customerId ?? "0";
    const dates = inClass ? [] : request.dates.map((date) => fromWireDate(date, "dates")).sort();
    const visits = await visitsOf(shop, { ...request, dates, rooms: request, customerId }, offers);
    const quote = await quoted(shop, { dates, offers }, visits);
    const known = await knownAs(shop.ctx, client);
    const terms = await termsFor(shop, { known, visits, inClass, offers });
    const policy = inClass ? {} : { policy: agreedFor(shop, { lines: visits[0] ?? [], offers, held: terms?.minor ?? 0n }) };
    const nobody = { firstName: "", lastName: "" };
    const booking = { customerId, person: nobody, pets: [], offers, date: null, startTime: 0, inClass };
    // A hint: the price is told without it, too, and what is sent is looked at again.
    const signs = (await agreementsAsked(shop, booking).catch(() => [])).length > 0;
    const payment = { ...(terms && { payment: toTerms(terms) }), ...policy, ...(quote && { quote }), signs };
    const bills = inClass ? await billsInClass(shop, request.classId, request.pets, offers) : visits;
    if (bills.length === 0) return { asked: false, ...payment };
    const asked = { customerId, visits: bills, currency: shop.business.currencyCode };
    const deposit = await depositAsked(shop.ctx, asked);
    if (!deposit) return { asked: false, ...payment };
    return { asked: true, ...([...offers.values()].every(({ showPrice }) => showPrice) && { deposit }), ...payment };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;
