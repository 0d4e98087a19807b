import { fail } from "@leashline/kit";
import { mustFitAddOns } from "../storefront/add-ons.ts";
import type { Line } from "../storefront/deposit.ts";
import { missing, type Offer, planFor, type Wish } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import { stayLines } from "./quote.ts";
import { mustSuit, stayOf } from "./stay.ts";

type Wanted = {
  pets: readonly (Wish & { petType: string })[];
  staffId: string;
  /** Of boarding, the stay. */
  times?: Parameters<typeof stayOf>[0] | undefined;
  /** Who it is for, as far as it was shown; "0" for nobody we know. */
  customerId: string;
  /** Of daycare, on how many days; 0 reads as 1. */
  days: number;
};

/** What each visit of the booking comes to, line by line. */
export async function visitsOf(
  shop: Shop,
  { pets, staffId, times, days, customerId }: Wanted,
  offers: ReadonlyMap<string, Offer>,
): Promise<Line[][]> {
  const [unknown] = missing(pets, offers);
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "pets", facts: { serviceId: unknown } });
  const wishes = pets.map((pet) => ({ ...pet, petSizeId: "0" }));
  if (!times) {
    mustFitAddOns(wishes, offers);
    const lines: Line[] = planFor(pets, offers, staffId).pets.flat();
    return Array.from({ length: Math.max(1, days) }, () => lines);
  }
  mustSuit(wishes, offers);
  const lines = await stayLines(shop, { wishes, offers, stay: stayOf(times), customerId });
  return [lines.map(({ offer: { serviceId }, priced: { total: minor } }) => ({ serviceId, minor }))];
}
