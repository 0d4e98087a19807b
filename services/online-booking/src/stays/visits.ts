import { fail } from "@leashline/kit";
import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import { mustFitAddOns } from "../storefront/add-ons.ts";
import type { Line } from "../storefront/deposit.ts";
import { missing, type Offer, type Plan, planFor, type Wish } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import { plansOn } from "./day-prices.ts";
import { stayLines } from "./quote.ts";
import type { ForRooms } from "./rooms.ts";
import { mustSuit, stayOf } from "./stay.ts";

type Wanted = {
  pets: readonly (Wish & { petType: string })[];
  staffId: string;
  /** Of boarding, the stay. */
  times?: Parameters<typeof stayOf>[0] | undefined;
  /** Of boarding, which rooms it is looked at for. */
  rooms?: ForRooms;
  /** Who it is for, as far as it was shown; "0" for nobody we know. */
  customerId: string;
  /** Of daycare, on how many days; 0 reads as 1. */
  days: number;
  /** The days, as far as they are known: then they count instead. */
  dates?: readonly string[];
};

/** A line, and of a visit of one day whose pet's it is, what it is called and how rules make its price. */
export type VisitLine = Line & { pet: number; name: string; parts?: readonly PricePart[] };

const anyRoom: ForRooms = { lodgingTypeId: "0", holdToken: "" };

/** What each visit of the booking comes to, line by line. */
export async function visitsOf(
  shop: Shop,
  { pets, staffId, times, days, dates = [], customerId, rooms = anyRoom }: Wanted,
  offers: ReadonlyMap<string, Offer>,
): Promise<VisitLine[][]> {
  const [unknown] = missing(pets, offers);
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "pets", facts: { serviceId: unknown } });
  const wishes = pets.map((pet) => ({ ...pet, petSizeId: "0" }));
  if (!times) {
    mustFitAddOns(wishes, offers);
    const plan = planFor(pets, offers, staffId);
    const linesIn = (one: Plan): VisitLine[] => one.pets.flatMap((own, pet) => own.map((line) => ({ ...line, pet })));
    if (dates.length > 0) return (await plansOn(shop, plan, { dates, offers, customerId })).map(linesIn);
    return Array.from({ length: Math.max(1, days) }, () => linesIn(plan));
  }
  mustSuit(wishes, offers);
  const lines = await stayLines(shop, { wishes, offers, stay: stayOf(times), rooms, customerId });
  return [
    lines.map(({ pet, offer: { serviceId, name }, priced: { total: minor }, on }) => ({
      pet,
      serviceId,
      name,
      minor,
      ...(on !== undefined && { on }),
    })),
  ];
}
