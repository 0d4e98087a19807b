import { toMoney } from "@leashline/kit";
import { percentOf } from "@leashline/proto/rules/percent.ts";
import { concernsAny } from "@leashline/proto/rules/pricing-rules.ts";
import { agreedPrice, type PricePart, priceVisit, type VisitLine } from "@leashline/proto/rules/stay-price.ts";
import type { PageOffer } from "../storefront/kept-page.ts";
import type { Offer, Plan, PlannedService } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import { pricingFor } from "./pricing.ts";
import { comesFirst, partOnPage } from "./quote.ts";

// What rules make of visits that each lie within a day.

type Asked = {
  readonly dates: readonly string[];
  readonly offers: ReadonlyMap<string, Offer>;
  /** Who it is for, as far as it was shown; "0" for nobody we know. */
  readonly customerId: string;
};

/** The plan on each of the days, reckoned as the calendar will when it is booked; a first visit is on the first of them. */
export async function plansOn(shop: Pick<Shop, "ctx">, plan: Plan, { dates, offers, customerId }: Asked): Promise<Plan[]> {
  const pricing = await pricingFor(shop);
  const careTypes = plan.pets.flat().map(({ careType }) => careType);
  if (!concernsAny(pricing, careTypes)) return dates.map(() => plan);
  const comes = await comesFirst(shop.ctx, pricing, { careTypes, customerId });
  const lines = plan.pets.flatMap((own, pet) =>
    own.map(({ serviceId, careType, minor, addOn = false }): VisitLine => {
      const unit = offers.get(serviceId)?.unit ?? 0;
      return { petId: String(pet), serviceId, careType, price: minor, unit, addOn };
    }),
  );
  return dates.map((date, nth) => {
    const priced = priceVisit(lines, { date, firstVisit: comes && nth === 0 }, pricing);
    let at = 0;
    const pets = plan.pets.map((own) => own.map((service) => withPrice(service, priced[at++])));
    return { ...plan, pets, minor: priced.reduce((sum, { total }) => sum + total, 0n) };
  });
}

/** With what it costs without rules beside it, where some made it another. */
function withPrice(service: PlannedService, priced: ReturnType<typeof priceVisit>[number] | undefined): PlannedService {
  if (!priced || priced.parts.length === 0) return service;
  return { ...service, minor: priced.total, rate: agreedPrice(priced.parts) ?? priced.total, parts: priced.parts };
}

/** The plans of several days as one request: what a service costs on a day on which that is not what it costs on the first stands beside it. */
export function overDays(dates: readonly string[], plans: readonly Plan[]): Plan {
  const [first] = plans as [Plan];
  const pets = first.pets.map((own, pet) =>
    own.map((service, nth) => {
      const onDays = dates.map((date, day): [string, bigint] => [date, plans[day]?.pets[pet]?.[nth]?.minor ?? service.minor]);
      return onDays.every(([, minor]) => minor === service.minor) ? service : { ...service, minorOn: Object.fromEntries(onDays) };
    }),
  );
  return { ...first, pets, minor: plans.reduce((sum, { minor }) => sum + minor, 0n) };
}

type QuotedLine = {
  readonly pet: number;
  readonly serviceId: string;
  readonly name: string;
  readonly minor: bigint;
  readonly parts?: readonly PricePart[];
};

/** The visits day by day with the parts of each price; nothing where no rule has changed one, or the page does not show one. */
export function quoteOfDays(
  { dates, offers }: Pick<Asked, "dates" | "offers">,
  visits: readonly (readonly QuotedLine[])[],
  { taxRates }: PageOffer,
  currency: string,
) {
  if (visits.flat().every(({ parts = [] }) => parts.length === 0) || [...offers.values()].some(({ showPrice }) => !showPrice))
    return undefined;
  const taxOf = ({ serviceId, minor }: QuotedLine) => percentOf(minor, taxRates.get(offers.get(serviceId)?.taxId ?? "0") ?? 0n);
  const sum = (of: (line: QuotedLine) => bigint) => visits.flat().reduce((all, line) => all + of(line), 0n);
  const [price, tax] = [sum(({ minor }) => minor), sum(taxOf)];
  return {
    lines: visits.flatMap((lines, day) =>
      lines.map(({ pet, serviceId, name, minor, parts = [] }) => ({
        ...{ pet, serviceId, serviceName: name, date: dates[day] ?? "" },
        price: toMoney(minor, currency),
        parts: parts.map((part) => partOnPage(part, currency)),
      })),
    ),
    price: toMoney(price, currency),
    tax: toMoney(tax, currency),
    total: toMoney(price + tax, currency),
  };
}
