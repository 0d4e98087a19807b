import { type Ctx, fromMoney, toMoney } from "@leashline/kit";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { formatPercent, percentOf } from "@leashline/proto/rules/percent.ts";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { type Priced, type PricePart, priceStay } from "@leashline/proto/rules/stay-price.ts";
import type { PageOffer } from "../storefront/kept-page.ts";
import type { Offer, Plan, Wish } from "../storefront/plan.ts";
import type { Stay } from "./stay.ts";

const mostRules = 1_000;

export type StayLine = { readonly pet: number; readonly offer: Offer; readonly priced: Priced };

/** What every service of every pet comes to, reckoned as the calendar will when it is booked. */
export async function stayLines(ctx: Ctx, wishes: readonly Wish[], offers: ReadonlyMap<string, Offer>, stay: Stay): Promise<StayLine[]> {
  const wanted = wishes.flatMap(({ serviceIds }, pet) => serviceIds.map((id) => ({ pet, offer: offers.get(id) as Offer })));
  const answer = await ctx.client(PricingRuleService).listPricingRules({ pageSize: mostRules, activeOnly: true });
  const lines = wanted.map(({ pet, offer }) => ({ petId: String(pet), serviceId: offer.serviceId, rate: offer.minor, unit: offer.unit }));
  const span = { from: stay.date, to: stay.endDate, start: stay.startTime, end: stay.endTime };
  const priced = priceStay(
    lines,
    span,
    pricingFrom(answer, (money) => fromMoney(money).minor),
  );
  return wanted.map((one, index) => ({ ...one, priced: priced[index] as Priced }));
}

/** The stay as a request keeps it. */
export function stayPlan(wishes: readonly Wish[], lines: readonly StayLine[]): Plan {
  const pets = wishes.map((_, pet) =>
    lines
      .filter((line) => line.pet === pet)
      .map(({ offer: { serviceId, name, careType, minor: rate, showPrice }, priced }) => ({
        ...{ serviceId, name, careType, duration: 0, rate },
        ...(!showPrice && { unshown: true }),
        minor: priced.total,
      })),
  );
  return { pets, duration: 0, minor: lines.reduce((sum, { priced }) => sum + priced.total, 0n) };
}

/** The lines with their parts, the tax on each as the order will work it out; nothing where the page does not show one of the prices. */
export function quoteOf(lines: readonly StayLine[], { services, taxRates }: PageOffer, currency: string) {
  const serviceOf = new Map(services.map((service) => [service.id, service]));
  if (lines.some(({ offer }) => !offer.showPrice)) return { lines: [] };
  const rateOf = ({ offer }: StayLine) => taxRates.get(serviceOf.get(offer.serviceId)?.taxId ?? "0") ?? 0n;
  const price = lines.reduce((sum, { priced }) => sum + priced.total, 0n);
  const tax = lines.reduce((sum, line) => sum + percentOf(line.priced.total, rateOf(line)), 0n);
  return {
    lines: lines.map(({ pet, offer: { serviceId, name: serviceName }, priced: { total, parts } }) => ({
      ...{ pet, serviceId, serviceName },
      price: toMoney(total, currency),
      parts: parts.map((part) => partOnPage(part, currency)),
    })),
    price: toMoney(price, currency),
    tax: toMoney(tax, currency),
    total: toMoney(price + tax, currency),
  };
}

const signed = (percent: bigint): string => (percent < 0n ? `-${formatPercent(-percent)}` : formatPercent(percent));

const partOnPage = ({ ruleId, name, unit, count, each, percent, amount }: PricePart, currency: string) => ({
  ...{ pricingRuleId: ruleId, name, unit, count },
  amount: toMoney(amount, currency),
  ...(each && { each: toMoney(each, currency) }),
  percent: percent && signed(BigInt(percent)),
});
