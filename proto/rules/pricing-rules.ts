import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { DiscountSetting, type PricingRule, PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { parsePercent } from "./percent.ts";
import { BOARDING, type PriceRule, type Pricing } from "./stay-price.ts";

/** Care types whose visits lie within a day and may have pricing rules. A class has one price for all of its sessions. */
export const DAY_CARE_TYPES: readonly string[] = ["DAYCARE", "GROOMING", "EVALUATION", "DOG_WALKING"];

const { MULTI_PET, PEAK_DATE, WEEKDAY, FIRST_VISIT } = PricingRuleType;
const OF_A_DAY: readonly PricingRuleType[] = [MULTI_PET, PEAK_DATE, WEEKDAY, FIRST_VISIT];

/** Whether a care type may have rules of a type: those that count nights or hours are for stays. */
export const mayLookAt = (careType: string, type: PricingRuleType): boolean => careType === BOARDING || OF_A_DAY.includes(type);

/** Whether any of the rules holds for one of these care types. */
export const concernsAny = ({ rules }: Pricing, careTypes: readonly string[]): boolean =>
  rules.some((rule) => careTypes.includes(rule.careType));

type Day = { readonly year: number; readonly month: number; readonly day: number };
const iso = (date: Day | undefined): string =>
  date ? `${String(date.year).padStart(4, "0")}-${String(date.month).padStart(2, "0")}-${String(date.day).padStart(2, "0")}` : "";

/** A rule of the contract as prices are reckoned with; `minor` reads money in the smallest coin. */
export const ruleFrom = (rule: PricingRule, minor: (money: Money | undefined) => bigint): PriceRule => ({
  id: rule.pricingRuleId,
  name: rule.name,
  careType: rule.serviceItemType || BOARDING,
  type: rule.ruleType,
  serviceIds: rule.allServicesApplicable ? null : new Set(rule.selectedServices),
  items: rule.ruleItems.map((item) => ({
    from: item.from,
    startDate: iso(item.startDate),
    endDate: iso(item.endDate),
    weekdays: item.weekdays,
    decrease: item.decrease,
    percent: item.percent === "" ? null : parsePercent(item.percent),
    amount: minor(item.amount),
    name: item.name,
  })),
});

/** The active rules of an answer, and how several of them apply. */
export const pricingFrom = (
  answer: { readonly pricingRules: readonly PricingRule[]; readonly discountSetting: DiscountSetting },
  minor: (money: Money | undefined) => bigint,
): Pricing => ({
  rules: answer.pricingRules.filter((rule) => rule.active).map((rule) => ruleFrom(rule, minor)),
  inSequence: answer.discountSetting === DiscountSetting.APPLY_SEQUENCE,
});
