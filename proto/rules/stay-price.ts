import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { percentOf } from "./percent.ts";
import { type Asked, daysFrom, type Items, itemsOf, type RuleItem } from "./rule-items.ts";

export type { RuleItem } from "./rule-items.ts";

// What a stay or a visit costs and why: the one place where it is reckoned, for calendar, storefront and the web client. Amounts are in the smallest coin.

/** Local days and minutes since midnight, and whether the client comes for the first time. */
export type StaySpan = {
  readonly from: string;
  readonly to: string;
  readonly start: number;
  readonly end: number;
  readonly firstVisit: boolean;
};

export type PriceRule = {
  readonly id: string;
  readonly name: string;
  readonly type: PricingRuleType;
  /** Name of the only care type that it holds for. */
  readonly careType: string;
  /** Null for every service of the care type. */
  readonly serviceIds: ReadonlySet<string> | null;
  readonly items: readonly RuleItem[];
};

/** Rules in their order, and whether they apply one after the other instead of only the best discount. */
export type Pricing = { readonly rules: readonly PriceRule[]; readonly inSequence: boolean };

/** One pet's service in a stay; rate is for one unit. */
export type StayLine = {
  readonly petId: string;
  readonly serviceId: string;
  readonly rate: bigint;
  readonly unit: PriceUnit;
  /** By the night: nights in rooms that cost something of their own. */
  readonly own?: readonly OwnNights[];
};

/** From the first of the nights to the day after the last one, and what the room is called. */
export type OwnNights = { readonly from: string; readonly to: string; readonly each: bigint; readonly name: string };

/** One pet's service in a visit of one day; what it comes to as a whole without rules, in the unit it is sold by. Rules leave add-ons alone. */
export type VisitLine = Omit<StayLine, "rate" | "own"> & {
  readonly price: bigint;
  /** Name of its care type. */
  readonly careType: string;
  readonly addOn?: boolean;
};

/** The local day of a visit, and whether the client comes for the first time. */
export type VisitDay = { readonly date: string } & Pick<StaySpan, "firstVisit">;

/** A part of a price, ready to be stored; amounts as text. The service's own rate has the rule "0". */
export type PricePart = {
  readonly ruleId: string;
  readonly name: string;
  readonly unit: number;
  readonly count: number;
  /** Of one unit, signed; empty where percent says it. */
  readonly each: string;
  /** Signed, in ten-thousandths of a percent; empty where each says it. */
  readonly percent: string;
  readonly amount: string;
};

export type Priced = { readonly total: bigint; readonly parts: readonly PricePart[] };

const DAY_MS = 86_400_000;
export const nightsOf = ({ from, to }: Pick<StaySpan, "from" | "to">): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));

/** The hours begun since the last whole day of 24 hours after the arrival: a stay that ends by the hour at which it began has none. */
const hoursPast = ({ start, end }: StaySpan): number => Math.max(0, Math.ceil((end - start) / 60));

/** How many units of a stay are priced one by one, and what one costs. By the hour and by the stay there is one. */
function unitsOf({ unit, rate }: StayLine, { start, end }: StaySpan, nights: number): { count: number; each: bigint } {
  const count = unit === PriceUnit.PER_NIGHT ? nights : unit === PriceUnit.PER_DAY ? nights + 1 : 1;
  return { count, each: unit === PriceUnit.PER_HOUR ? (rate * BigInt(nights * 1440 + end - start)) / 60n : rate };
}

/** How a price changes by an item: never below nothing. */
function changeOf(item: RuleItem, basis: bigint, left: bigint): bigint {
  const size = item.percent === null ? item.amount : percentOf(basis, item.percent);
  if (!item.decrease) return size;
  return -(size < left ? size : left);
}

/** What a rule has for the units of a line, and for how many of them each item. */
type Spread = { readonly items: Items; readonly counts: ReadonlyMap<RuleItem, number> };

function spreadOf(items: Items): Spread | null {
  const counts = new Map<RuleItem, number>();
  for (const item of items) if (item) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts.size === 0 ? null : { items, counts };
}

/** A rule as it meets the lines of one stay. Lines with as many units, and pets with the same number, have the same of it: it is looked for once. */
class Met {
  readonly rule: PriceRule;
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #known = new Map<number, Spread | null>();

  constructor(rule: PriceRule, lines: readonly Ruled[]) {
    this.rule = rule;
    const pets = [...new Set(lines.filter((line) => applies(rule, line)).map((line) => line.petId))];
    this.#ranks = new Map(pets.map((petId, index) => [petId, index + 1]));
  }

  spread({ petId }: Ruled, { each: _, rates: __, ...units }: Units): Spread | null {
    const { type, items } = this.rule;
    const pet = type === PricingRuleType.MULTI_PET ? (this.#ranks.get(petId) ?? 1) : 0;
    const key = (units.days.length * 32 + units.hours) * 10_000 + pet;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = spreadOf(itemsOf[type](items, { ...units, pet }));
    this.#known.set(key, found);
    return found;
  }
}

type Applied = Spread & { readonly rule: PriceRule; readonly effect: bigint };

/** Name of the care type of stays. */
export const BOARDING = "BOARDING";

type Ruled = Omit<StayLine, "rate"> & { readonly careType?: string; readonly addOn?: boolean };

const applies = (rule: PriceRule, { careType = BOARDING, serviceId, addOn = false }: Ruled): boolean =>
  rule.careType === careType && !addOn && (rule.serviceIds === null || rule.serviceIds.has(serviceId));

/** `rates`: what each unit costs, where that is not the same for all. */
type Units = Omit<Asked, "pet"> & { readonly each: bigint; readonly rates?: readonly bigint[] };

/** The rules that touch a line, each with what it does to every unit, and what it would come to alone. */
function touching(line: Ruled, units: Units, rules: readonly Met[]): Applied[] {
  const found: Applied[] = [];
  const { each, rates } = units;
  for (const met of rules) {
    const spread = applies(met.rule, line) ? met.spread(line, units) : null;
    if (!spread) continue;
    let effect = 0n;
    if (rates) for (const [at, item] of spread.items.entries()) effect += item ? changeOf(item, rates[at] ?? each, rates[at] ?? each) : 0n;
    else for (const [item, count] of spread.counts) effect += BigInt(count) * changeOf(item, each, each);
    found.push({ ...spread, rule: met.rule, effect });
  }
  return found;
}

/** Of the rules that make it cheaper only the best; those that make it dearer stay. */
function bestOnly(found: readonly Applied[]): Applied[] {
  const best = found.reduce<Applied | undefined>((low, one) => (one.effect < (low?.effect ?? 0n) ? one : low), undefined);
  return found.filter((one) => one.effect >= 0n || one === best);
}

/** What each line of a stay costs, part by part; the parts sum to the total. */
export function priceStay(lines: readonly StayLine[], span: StaySpan, { rules, inSequence }: Pricing): Priced[] {
  const all = rules.map((rule) => new Met(rule, lines));
  const nights = nightsOf(span);
  const days = daysFrom(span.from, nights + 1);
  const past = hoursPast(span);
  return lines.map((line) => {
    const { count, each } = unitsOf(line, span, nights);
    // Other units have these hours in their count, or are one price for the whole.
    const hours = line.unit === PriceUnit.PER_NIGHT ? past : 0;
    const own = days.slice(0, count);
    const rates =
      line.unit === PriceUnit.PER_NIGHT && line.own?.length ? { rates: own.map((day) => nightOf(line.own, day.date)?.each ?? each) } : {};
    return pricedBy(line, { days: own, nights, hours, firstVisit: span.firstVisit, each, ...rates }, all, inSequence);
  });
}

/** What each line of a visit costs; the parts sum to the total, and there are none where no rule looks at the line. */
export function priceVisit(lines: readonly VisitLine[], { date, firstVisit }: VisitDay, { rules, inSequence }: Pricing): Priced[] {
  const all = rules.map((rule) => new Met(rule, lines));
  const days = daysFrom(date, 1);
  return lines.map((line) => {
    const priced = pricedBy(line, { days, nights: 0, hours: 0, firstVisit, each: line.price }, all, inSequence);
    return priced.parts.length > 1 ? priced : { total: line.price, parts: [] };
  });
}

const nightOf = (own: StayLine["own"], day: string): OwnNights | undefined => own?.find(({ from, to }) => from <= day && day < to);

/** How much more or less than the rate the nights in each room cost. */
function roomParts({ own = [], unit }: Ruled, { days, each }: Units): PricePart[] {
  const rooms = Map.groupBy(days, (day) => nightOf(own, day.date));
  return [...rooms].flatMap(([room, nights]) => {
    if (!room || room.each === each) return [];
    const more = room.each - each;
    return [part({ ruleId: "0", name: room.name, unit, count: nights.length, each: more, amount: more * BigInt(nights.length) })];
  });
}

function pricedBy(line: Ruled, units: Units, all: readonly Met[], inSequence: boolean): Priced {
  const { each, days, rates } = units;
  const count = days.length;
  const found = touching(line, units, all);
  const prices: bigint[] = rates ? [...rates] : Array(count).fill(each);
  const rooms = rates ? roomParts(line, units) : [];
  const base = part({ ruleId: "0", name: "", unit: line.unit, count, each, amount: each * BigInt(count) });
  const parts = (inSequence ? found : bestOnly(found)).flatMap((one) =>
    partsOf(one, line.unit, prices, inSequence ? null : (rates ?? each)),
  );
  return { total: prices.reduce((sum, price) => sum + price, 0n), parts: [base, ...rooms, ...parts] };
}

/** What a rule does to the prices, by its items; `rate` is what percentages are of, for all units or for each, null for the price that is left. */
function partsOf(
  { rule, items, counts }: Applied,
  unit: PriceUnit,
  prices: bigint[],
  rate: bigint | readonly bigint[] | null,
): PricePart[] {
  const amounts = new Map([...counts.keys()].map((item) => [item, 0n]));
  items.forEach((item, index) => {
    const left = prices[index] as bigint;
    if (!item) return;
    const basis = typeof rate === "object" ? rate?.[index] : rate;
    const change = changeOf(item, basis ?? left, left);
    prices[index] = left + change;
    amounts.set(item, (amounts.get(item) ?? 0n) + change);
  });
  return [...amounts].map(([item, amount]) => {
    const sign = item.decrease ? -1n : 1n;
    const value = item.percent === null ? { each: sign * item.amount } : { percent: sign * item.percent };
    return part({ ruleId: rule.id, name: item.name || rule.name, unit, count: counts.get(item) ?? 0, amount, ...value });
  });
}

type Part = { ruleId: string; name: string; unit: PriceUnit; count: number; each?: bigint; percent?: bigint; amount: bigint };
const part = ({ each, percent, amount, ...same }: Part): PricePart => ({
  ...same,
  each: each?.toString() ?? "",
  percent: percent?.toString() ?? "",
  amount: amount.toString(),
});

/** What an explained line of a visit comes to without rules; null where its price is not explained. */
export const agreedPrice = ([base]: readonly PricePart[]): bigint | null => (base ? BigInt(base.amount) : null);

/** The rate that was agreed for a unit of a stay, where its price is explained. By the hour it is not known from the whole. */
export const agreedRate = (parts: readonly PricePart[]): bigint | null => {
  const [base] = parts;
  return base && base.unit !== PriceUnit.PER_HOUR ? BigInt(base.each) : null;
};
