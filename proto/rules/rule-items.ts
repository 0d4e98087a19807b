import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import type { Percent } from "./percent.ts";

// Which item of a rule each unit of a price has.

/** Which nights, visits or pets, and what becomes of the price of one: a percentage of it, or so much. */
export type RuleItem = {
  readonly from: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly weekdays: readonly number[];
  readonly decrease: boolean;
  readonly percent: Percent | null;
  readonly amount: bigint;
  /** What its dates are called, instead of the rule's name; empty where they have none of their own. */
  readonly name: string;
};

const DAY_MS = 86_400_000;

type Day = { readonly date: string; readonly weekday: number };
export const daysFrom = (from: string, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS);
    return { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() || 7 };
  });

const highest = (items: readonly RuleItem[], reached: number): RuleItem | undefined =>
  items.reduce<RuleItem | undefined>((best, one) => (one.from <= reached && one.from > (best?.from ?? 0) ? one : best), undefined);

export type Items = readonly (RuleItem | undefined)[];
/** The days of the units, how many nights the stay has, the hours begun after whole days of 24, which pet of the visit it is, and whether it is the first. */
export type Asked = {
  readonly days: readonly Day[];
  readonly nights: number;
  readonly hours: number;
  readonly pet: number;
  readonly firstVisit: boolean;
};

/** Which item of a rule each unit of a line has. */
export const itemsOf: Record<PricingRuleType, (items: readonly RuleItem[], asked: Asked) => Items> = {
  [PricingRuleType.UNSPECIFIED]: () => [],
  [PricingRuleType.MULTI_PET]: (items, { days, pet }) => days.map(() => highest(items, pet)),
  [PricingRuleType.MULTI_NIGHT]: (items, { days }) => days.map((_, index) => highest(items, index + 1)),
  [PricingRuleType.LENGTH_OF_STAY]: (items, { days, nights }) => days.map(() => highest(items, nights)),
  [PricingRuleType.PEAK_DATE]: (items, { days }) =>
    days.map(({ date }) => items.find((one) => one.startDate <= date && date <= one.endDate)),
  [PricingRuleType.WEEKDAY]: (items, { days }) => days.map(({ weekday }) => items.find((one) => one.weekdays.includes(weekday))),
  [PricingRuleType.MORE_THAN_24_HOURS]: (items, { days, hours }) =>
    days.map((_, index) => (index === days.length - 1 ? highest(items, hours) : undefined)),
  [PricingRuleType.FIRST_VISIT]: ([item], { days, firstVisit }) => days.map(() => (firstVisit ? item : undefined)),
};
