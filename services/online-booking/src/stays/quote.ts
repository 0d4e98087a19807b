import { type Ctx, toMoney } from "@leashline/kit";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { comingAlong, priceOnDays } from "@leashline/proto/rules/day-services.ts";
import { formatPercent, percentOf } from "@leashline/proto/rules/percent.ts";
import { inTheirRooms } from "@leashline/proto/rules/room-rate.ts";
import {
  BOARDING,
  nightsOf,
  type OwnNights,
  type Priced,
  type PricePart,
  type Pricing,
  priceStay,
} from "@leashline/proto/rules/stay-price.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { fitsOnTop } from "../storefront/add-ons.ts";
import type { PageOffer } from "../storefront/kept-page.ts";
import { beneath, type Offer, type Plan, type WeighedWish, type Wish } from "../storefront/plan.ts";
import { addedOffers, type Shop } from "../storefront/shop.ts";
import { pricingFor } from "./pricing.ts";
import { type ForRooms, roomRates } from "./rooms.ts";
import { roomed, type Stay, type StayPet } from "./stay.ts";

export type StayLine = {
  readonly pet: number;
  readonly offer: Offer;
  readonly priced: Priced;
  /** Of what is on certain days: on which. */
  readonly stayDay?: StayDay;
  /** Of an add-on that was chosen: the service that it is on top of. */
  readonly on?: string;
  /** Of boarding: nights in rooms that cost something of their own. */
  readonly rooms?: readonly OwnNights[];
};

type Wanted = Pick<StayLine, "pet" | "offer">;
type Asked = {
  readonly wishes: readonly StayPet[];
  readonly rooms: ForRooms;
  readonly offers: ReadonlyMap<string, Offer>;
  readonly stay: Stay;
  /** Who it is for, as far as it was shown; "0" for nobody we know. */
  readonly customerId: string;
  /** Where it is only looked at, what the page says comes along; the catalogue is asked for the rest. */
  readonly shown?: readonly Service[];
};

/** What every service of every pet comes to, reckoned as the calendar will when it is booked. */
export async function stayLines(shop: Shop, { wishes, offers, stay, rooms, customerId, shown = [] }: Asked): Promise<StayLine[]> {
  const { ctx } = shop;
  const chosen = wishes.flatMap(({ serviceIds }, pet) => serviceIds.map((id) => ({ pet, offer: offers.get(id) as Offer })));
  const wanted = chosen.filter(({ offer }) => !offer.addOn);
  const rates = await roomRates(shop, { stay, pets: roomed(wishes, offers), rooms });
  const lines = inTheirRooms(
    wanted.map(({ pet, offer }) => ({ petId: String(pet), serviceId: offer.serviceId, rate: offer.minor, unit: offer.unit })),
    ({ petId }) => rates[Number(petId)] ?? [],
  );
  const pricing = await pricingFor(shop);
  const firstVisit = await comesFirst(ctx, pricing, { careTypes: [BOARDING], customerId });
  const priced = priceStay(lines, { from: stay.date, to: stay.endDate, start: stay.startTime, end: stay.endTime, firstVisit }, pricing);
  const boarding = wanted.map((one, index) => ({ ...one, priced: priced[index] as Priced, rooms: lines[index]?.own ?? [] }));
  const onTop = addOnLines(chosen, stay);
  const along = await addedLines(shop, { wishes, offers, stay, shown }, wanted);
  const besides = [...onTop, ...along.filter((one) => !onTop.some((own) => isSame(own, one)))];
  return wishes.flatMap((_, pet) => [...boarding, ...besides].filter((line) => line.pet === pet));
}

/** An add-on that was chosen and comes along as well, though on other days. */
const isSame = (a: StayLine, b: StayLine): boolean => a.pet === b.pet && a.offer.serviceId === b.offer.serviceId;

/** What was chosen on top of the boarding of each pet, on the days that the catalogue says. */
function addOnLines(chosen: readonly Wanted[], { date: from, endDate: to }: Stay): StayLine[] {
  return chosen.flatMap(({ pet, offer }) => {
    if (!offer.addOn) return [];
    const on = beneath(
      offer,
      chosen.filter((one) => one.pet === pet).map((one) => one.offer),
    );
    const stayDay = offer.stayDay ?? StayDay.LAST;
    return [{ pet, offer, stayDay, ...(on !== undefined && { on }), priced: priceOnDays(offer.minor, { when: stayDay }, { from, to }) }];
  });
}

/** What comes along with the boarding of each pet on certain days, each of them once; without add-ons that the pet cannot have. */
async function addedLines(
  shop: Shop,
  { wishes, offers: chosen, stay, shown }: Pick<Required<Asked>, "wishes" | "offers" | "stay" | "shown">,
  wanted: readonly Wanted[],
): Promise<StayLine[]> {
  const days = { from: stay.date, to: stay.endDate };
  const along = wanted.flatMap(({ pet, offer }) => comingAlong(offer.added, days).map((one) => ({ pet, ...one })));
  const once = [...new Map(along.map((one) => [`${one.pet} ${one.serviceId} ${one.stayDay}`, one])).values()];
  const offers = await addedOffers(shop, new Set(once.map(({ serviceId }) => serviceId)), shown);
  return once.flatMap(({ pet, serviceId, stayDay }) => {
    const offer = offers.get(serviceId);
    if (!offer || !fitsOnTop(offer, wishes[pet] as WeighedWish, chosen)) return [];
    const each = priceFor(offer.minor, offer.unit, offer.duration);
    return [{ pet, offer, stayDay, priced: priceOnDays(each, { when: stayDay }, days) }];
  });
}

type Coming = { careTypes: readonly string[]; customerId: string };

/** Whether it is the first visit; asked only where the rules make something of it for such care. Whoever is not known to be a client comes for the first time. */
export async function comesFirst(ctx: Ctx, { rules }: Pricing, { careTypes, customerId }: Coming): Promise<boolean> {
  if (!rules.some(({ type, careType }) => type === PricingRuleType.FIRST_VISIT && careTypes.includes(careType))) return false;
  return customerId === "0" || (await ctx.client(ClientAppointmentService).countByPet({ customerId })).firstVisit;
}

/** The stay as a request keeps it. */
export function stayPlan(wishes: readonly Wish[], lines: readonly StayLine[]): Plan {
  const pets = wishes.map((_, pet) =>
    lines
      .filter((line) => line.pet === pet)
      .map(({ offer: { serviceId, name, careType, minor: rate, showPrice, duration }, priced, stayDay, on, rooms = [] }) => ({
        ...{ serviceId, name, careType },
        ...(on !== undefined && { addOn: true as const, on }),
        ...(stayDay ? { duration, stayDay } : { duration: 0, rate }),
        ...(rooms.length > 0 && { rooms: rooms.map(({ name, each, ...days }) => ({ name, each, nights: nightsOf(days) })) }),
        ...(!showPrice && { unshown: true }),
        minor: priced.total,
      })),
  );
  return { pets, duration: 0, minor: lines.reduce((sum, { priced }) => sum + priced.total, 0n) };
}

/** The lines with their parts, the tax on each as the order will work it out; nothing where the page does not show one of the prices. */
export function quoteOf(lines: readonly StayLine[], { taxRates }: PageOffer, currency: string) {
  if (lines.some(({ offer }) => !offer.showPrice)) return { lines: [] };
  const rateOf = ({ offer }: StayLine) => taxRates.get(offer.taxId) ?? 0n;
  const price = lines.reduce((sum, { priced }) => sum + priced.total, 0n);
  const tax = lines.reduce((sum, line) => sum + percentOf(line.priced.total, rateOf(line)), 0n);
  return {
    lines: lines.map(({ pet, offer: { serviceId, name: serviceName, careType }, priced: { total, parts }, stayDay }) => ({
      ...{ pet, serviceId, serviceName, careType },
      ...(stayDay && { stayDay }),
      price: toMoney(total, currency),
      parts: parts.map((part) => partOnPage(part, currency)),
    })),
    price: toMoney(price, currency),
    tax: toMoney(tax, currency),
    total: toMoney(price + tax, currency),
  };
}

const signed = (percent: bigint): string => (percent < 0n ? `-${formatPercent(-percent)}` : formatPercent(percent));

export const partOnPage = ({ ruleId, name, unit, count, each, percent, amount }: PricePart, currency: string) => ({
  ...{ pricingRuleId: ruleId, name, unit, count },
  amount: toMoney(amount, currency),
  ...(each && { each: toMoney(each, currency) }),
  percent: percent && signed(BigInt(percent)),
});
