import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { type Percent, percentOf } from "./percent.ts";

// What a stay costs and why: the one place where it is reckoned, for calendar, offering and the web client. Amounts are in the smallest coin.

/** Local days and minutes since midnight. */
export type StaySpan = { readonly from: string; readonly to: string; readonly start: number; readonly end: number };

/** Which nights or pets, and what becomes of the price of a night: a percentage of it, or so much. */
export type RuleItem = {
  readonly from: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly weekdays: readonly number[];
  readonly decrease: boolean;
  readonly percent: Percent | null;
  readonly amount: bigint;
};

export type PriceRule = {
  readonly id: string;
  readonly name: string;
  readonly type: PricingRuleType;
  /** Null for every service. */
  readonly serviceIds: ReadonlySet<string> | null;
  readonly items: readonly RuleItem[];
};

/** Rules in their order, and whether they apply one after the other instead of only the best discount. */
export type Pricing = { readonly rules: readonly PriceRule[]; readonly inSequence: boolean };

/** One pet's service in a stay; rate is for one unit. */
export type StayLine = { readonly petId: string; readonly serviceId: string; readonly rate: bigint; readonly unit: PriceUnit };

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
const nightsOf = ({ from, to }: StaySpan): number => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));

/** The units of a stay that are priced one by one, with the night each is, and what one costs. By the hour and by the stay there is one. */
function unitsOf(line: StayLine, span: StaySpan): { days: readonly Day[]; each: bigint } {
  const nights = nightsOf(span);
  const count = line.unit === PriceUnit.PER_NIGHT ? nights : line.unit === PriceUnit.PER_DAY ? nights + 1 : 1;
  const minutes = BigInt(nights * 1440 + span.end - span.start);
  const each = line.unit === PriceUnit.PER_HOUR ? (line.rate * minutes) / 60n : line.rate;
  return { days: daysFrom(span.from, count), each };
}

type Day = { readonly date: string; readonly weekday: number };
const daysFrom = (from: string, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS);
    return { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() || 7 };
  });

/** Where a unit stands: which night of how many, and which pet of the visit. */
type Place = { readonly day: Day; readonly night: number; readonly nights: number; readonly pet: number };

const highest = (items: readonly RuleItem[], reached: number): RuleItem | undefined =>
  items.reduce<RuleItem | undefined>((best, one) => (one.from <= reached && one.from > (best?.from ?? 0) ? one : best), undefined);

const itemOf: Record<PricingRuleType, (items: readonly RuleItem[], place: Place) => RuleItem | undefined> = {
  [PricingRuleType.UNSPECIFIED]: () => undefined,
  [PricingRuleType.MULTI_PET]: (items, { pet }) => highest(items, pet),
  [PricingRuleType.MULTI_NIGHT]: (items, { night }) => highest(items, night),
  [PricingRuleType.LENGTH_OF_STAY]: (items, { nights }) => highest(items, nights),
  [PricingRuleType.PEAK_DATE]: (items, { day }) => items.find((one) => one.startDate <= day.date && day.date <= one.endDate),
  [PricingRuleType.WEEKDAY]: (items, { day }) => items.find((one) => one.weekdays.includes(day.weekday)),
};

/** How a price changes by an item: never below nothing. */
function changeOf(item: RuleItem, basis: bigint, left: bigint): bigint {
  const size = item.percent === null ? item.amount : percentOf(basis, item.percent);
  if (!item.decrease) return size;
  return -(size < left ? size : left);
}

type Applied = { readonly rule: PriceRule; readonly items: readonly (RuleItem | undefined)[]; readonly effect: bigint };

const applies = (rule: PriceRule, line: StayLine): boolean => rule.serviceIds === null || rule.serviceIds.has(line.serviceId);

/** The rules that touch a line, each with what it does to every unit, and what it would come to alone. */
function touching(line: StayLine, places: readonly Omit<Place, "pet">[], each: bigint, rules: readonly Ranked[]): Applied[] {
  return rules.flatMap(({ rule, ranks }) => {
    if (!applies(rule, line)) return [];
    const pet = ranks.get(line.petId) ?? 1;
    const items = places.map((place) => itemOf[rule.type](rule.items, { ...place, pet }));
    if (items.every((item) => item === undefined)) return [];
    return [{ rule, items, effect: items.reduce((sum, item) => sum + (item ? changeOf(item, each, each) : 0n), 0n) }];
  });
}

/** Of the rules that make it cheaper only the best; those that make it dearer stay. */
function bestOnly(found: readonly Applied[]): Applied[] {
  const best = found.reduce<Applied | undefined>((low, one) => (one.effect < (low?.effect ?? 0n) ? one : low), undefined);
  return found.filter((one) => one.effect >= 0n || one === best);
}

type Ranked = { readonly rule: PriceRule; readonly ranks: ReadonlyMap<string, number> };

/** Each pet's number among those that have a service of the rule. */
const ranked = (rule: PriceRule, lines: readonly StayLine[]): Ranked => {
  const pets = [...new Set(lines.filter((line) => applies(rule, line)).map((line) => line.petId))];
  return { rule, ranks: new Map(pets.map((petId, index) => [petId, index + 1])) };
};

/** What each line of a stay costs, part by part; the parts sum to the total. */
export function priceStay(lines: readonly StayLine[], span: StaySpan, { rules, inSequence }: Pricing): Priced[] {
  const all = rules.map((rule) => ranked(rule, lines));
  const nights = nightsOf(span);
  return lines.map((line) => {
    const { days, each } = unitsOf(line, span);
    const places = days.map((day, index) => ({ day, night: index + 1, nights }));
    const found = touching(line, places, each, all);
    const prices = days.map(() => each);
    const base = part({ ruleId: "0", name: "", unit: line.unit, count: days.length, each, amount: each * BigInt(days.length) });
    const parts = (inSequence ? found : bestOnly(found)).flatMap((one) => partsOf(one, line.unit, prices, inSequence ? null : each));
    return { total: prices.reduce((sum, price) => sum + price, 0n), parts: [base, ...parts] };
  });
}

/** What a rule does to the prices, by its items; `rate` is what percentages are of, null for the price that is left. */
function partsOf({ rule, items }: Applied, unit: PriceUnit, prices: bigint[], rate: bigint | null): PricePart[] {
  const sums = new Map<RuleItem, { count: number; amount: bigint }>();
  items.forEach((item, index) => {
    const left = prices[index] as bigint;
    if (!item) return;
    const change = changeOf(item, rate ?? left, left);
    prices[index] = left + change;
    const sum = sums.get(item) ?? { count: 0, amount: 0n };
    sums.set(item, { count: sum.count + 1, amount: sum.amount + change });
  });
  return [...sums].map(([item, { count, amount }]) => {
    const sign = item.decrease ? -1n : 1n;
    const value = item.percent === null ? { each: sign * item.amount } : { percent: sign * item.percent };
    return part({ ruleId: rule.id, name: rule.name, unit, count, amount, ...value });
  });
}

type Part = { ruleId: string; name: string; unit: PriceUnit; count: number; each?: bigint; percent?: bigint; amount: bigint };
const part = ({ each, percent, amount, ...same }: Part): PricePart => ({
  ...same,
  each: each?.toString() ?? "",
  percent: percent?.toString() ?? "",
  amount: amount.toString(),
});

/** The rate that was agreed for a unit of a stay, where its price is explained. By the hour it is not known from the whole. */
export const agreedRate = (parts: readonly PricePart[]): bigint | null => {
  const [base] = parts;
  return base && base.unit !== PriceUnit.PER_HOUR ? BigInt(base.each) : null;
};
