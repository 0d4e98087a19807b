import { type Ctx, fromMoney, toMoney } from "@leashline/kit";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import type { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { comingAlong, priceOnDays } from "@leashline/proto/rules/day-services.ts";
import { formatPercent, percentOf } from "@leashline/proto/rules/percent.ts";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { BOARDING, type Priced, type PricePart, type Pricing, priceStay } from "@leashline/proto/rules/stay-price.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import type { PageOffer } from "../storefront/kept-page.ts";
import type { Offer, Plan, Wish } from "../storefront/plan.ts";
import { addedOffers, type Shop } from "../storefront/shop.ts";
import type { Stay } from "./stay.ts";

const mostRules = 1_000;
const askedBy = new WeakMap<object, Promise<Pricing>>();

/** The rules that are active now; asked for once in each call of a page, however often it reckons. */
export function pricingFor(shop: Pick<Shop, "ctx">): Promise<Pricing> {
  const known = askedBy.get(shop);
  if (known) return known;
  const asked = shop.ctx
    .client(PricingRuleService)
    .listPricingRules({ pageSize: mostRules, activeOnly: true })
    .then((answer) => pricingFrom(answer, (money) => fromMoney(money).minor));
  askedBy.set(shop, asked);
  return asked;
}

export type StayLine = { readonly pet: number; readonly offer: Offer; readonly priced: Priced; readonly stayDay?: StayDay };

type Wanted = Pick<StayLine, "pet" | "offer">;
type Asked = {
  readonly wishes: readonly Wish[];
  readonly offers: ReadonlyMap<string, Offer>;
  readonly stay: Stay;
  /** Who it is for, as far as it was shown; "0" for nobody we know. */
  readonly customerId: string;
  /** Where it is only looked at, what the page says comes along; the catalogue is asked for the rest. */
  readonly shown?: readonly Service[];
};

/** What every service of every pet comes to, reckoned as the calendar will when it is booked. */
export async function stayLines(shop: Shop, { wishes, offers, stay, customerId, shown = [] }: Asked): Promise<StayLine[]> {
  const { ctx } = shop;
  const wanted = wishes.flatMap(({ serviceIds }, pet) => serviceIds.map((id) => ({ pet, offer: offers.get(id) as Offer })));
  const lines = wanted.map(({ pet, offer }) => ({ petId: String(pet), serviceId: offer.serviceId, rate: offer.minor, unit: offer.unit }));
  const pricing = await pricingFor(shop);
  const firstVisit = await comesFirst(ctx, pricing, { careTypes: [BOARDING], customerId });
  const priced = priceStay(lines, { from: stay.date, to: stay.endDate, start: stay.startTime, end: stay.endTime, firstVisit }, pricing);
  const boarding = wanted.map((one, index) => ({ ...one, priced: priced[index] as Priced }));
  const besides = await addedLines(shop, wanted, stay, shown);
  return wishes.flatMap((_, pet) => [...boarding, ...besides].filter((line) => line.pet === pet));
}

/** What comes along with the boarding of each pet on certain days, each of them once. */
async function addedLines(shop: Shop, wanted: readonly Wanted[], stay: Stay, shown: readonly Service[]): Promise<StayLine[]> {
  const days = { from: stay.date, to: stay.endDate };
  const along = wanted.flatMap(({ pet, offer }) => comingAlong(offer.added, days).map((one) => ({ pet, ...one })));
  const once = [...new Map(along.map((one) => [`${one.pet} ${one.serviceId} ${one.stayDay}`, one])).values()];
  const offers = await addedOffers(shop, new Set(once.map(({ serviceId }) => serviceId)), shown);
  return once.flatMap(({ pet, serviceId, stayDay }) => {
    const offer = offers.get(serviceId);
    if (!offer) return [];
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
      .map(({ offer: { serviceId, name, careType, minor: rate, showPrice, duration }, priced, stayDay }) => ({
        ...{ serviceId, name, careType },
        ...(stayDay ? { duration, stayDay } : { duration: 0, rate }),
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
    lines: lines.map(({ pet, offer: { serviceId, name: serviceName }, priced: { total, parts }, stayDay }) => ({
      ...{ pet, serviceId, serviceName },
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
