import { fail, type Impl } from "@leashline/kit";
import type { PreviewBookingDepositRequest, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { depositAsked, type Line } from "../storefront/deposit.ts";
import { missing, type Offer, planFor } from "../storefront/plan.ts";
import { type OpenShop, openShop, shownOffers } from "../storefront/shop.ts";
import { confirmedBy } from "../visitors/contact.ts";
import { clientBy } from "../visitors/person.ts";
import { stayLines } from "./quote.ts";
import { mustSuit, stayOf } from "./stay.ts";

/** What each visit of the booking comes to, line by line. */
async function visitsOf(shop: OpenShop, { pets, staffId, times, days }: PreviewBookingDepositRequest, offers: ReadonlyMap<string, Offer>) {
  const [unknown] = missing(pets, offers);
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "pets", facts: { serviceId: unknown } });
  if (!times) {
    const lines: Line[] = planFor(pets, offers, staffId).pets.flat();
    return Array.from({ length: Math.max(1, days) }, () => lines);
  }
  const wishes = pets.map((pet) => ({ ...pet, petSizeId: "0" }));
  mustSuit(wishes, offers);
  const lines = await stayLines(shop.ctx, wishes, offers, stayOf(times));
  return [lines.map(({ offer: { serviceId }, priced: { total: minor } }) => ({ serviceId, minor }))];
}

export const depositHandlers = {
  async previewBookingDeposit(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const offers = await shownOffers(shop, request.pets);
    // The bill of a class is paid at the shop.
    if ([...offers.values()].some(({ careType }) => careType === "GROUP_CLASS")) return { asked: false };
    const visits = await visitsOf(shop, request, offers);
    const client = await clientBy(shop, confirmedBy(shop.ctx, request.visitorToken));
    const asked = { customerId: client?.customerId ?? "0", visits, currency: shop.business.currencyCode };
    const deposit = await depositAsked(shop.ctx, asked);
    if (!deposit) return { asked: false };
    return { asked: true, ...([...offers.values()].every(({ showPrice }) => showPrice) && { deposit }) };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;
