import { fail, fromMoney, fromWireDate, inList, notBlank } from "@leashline/kit";
import { type PricingRuleItem, PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { parsePercent } from "@leashline/proto/rules/percent.ts";
import { DAY_CARE_TYPES, mayLookAt } from "@leashline/proto/rules/pricing-rules.ts";
import { BOARDING } from "@leashline/proto/rules/stay-price.ts";

/** Local days; the amount in the smallest coin, null where percent says it. */
export type RuleItem = {
  readonly from: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly weekdays: readonly number[];
  readonly decrease: boolean;
  readonly percent: string;
  readonly amountMinor: string | null;
  /** What the dates are called; absent or empty where they have no name of their own. */
  readonly name?: string;
};

export type RuleFields = {
  name: string;
  ruleType: number;
  careType: string;
  active: boolean;
  allServices: boolean;
  serviceIds: string[];
  items: RuleItem[];
  currency: string;
};

/** Items as they are sent. One that is not finished may be kept; what is written must be readable. */
export const itemsOf = (given: readonly PricingRuleItem[], currency: string): RuleItem[] =>
  given.map((item, index) => {
    const at = inList("ruleItems", index);
    if (item.percent !== "" && parsePercent(item.percent) === null)
      throw fail("PARAMS_INVALID", { field: `${at}.percent`, reason: "is no percentage" });
    return {
      from: item.from,
      startDate: item.startDate ? fromWireDate(item.startDate, `${at}.startDate`) : "",
      endDate: item.endDate ? fromWireDate(item.endDate, `${at}.endDate`) : "",
      weekdays: item.weekdays.toSorted((a, b) => a - b),
      decrease: item.decrease,
      percent: item.percent,
      amountMinor: item.amount ? fromMoney(item.amount, currency).minor.toString() : null,
      ...(item.name.trim() !== "" && { name: item.name.trim() }),
    };
  });

const CLASS = "a class has no pricing rules: a place in it has one price for all of its sessions";

/** The care type that a new rule is for; refused where it has no rules, or none of this type. */
export function careTypeFor(given: string, ruleType: PricingRuleType): string {
  const careType = given || BOARDING;
  if (careType !== BOARDING && !DAY_CARE_TYPES.includes(careType)) {
    const reason = careType === "GROUP_CLASS" ? CLASS : `must be ${[BOARDING, ...DAY_CARE_TYPES].join(", ")}`;
    throw fail("PARAMS_INVALID", { field: "serviceItemType", reason });
  }
  if (!mayLookAt(careType, ruleType)) {
    const reason = "counts the nights or hours of a stay: only boarding has such rules";
    throw fail("PARAMS_INVALID", { field: "ruleType", reason, facts: { serviceItemType: careType } });
  }
  return careType;
}

/** Why a rule cannot be active: the field, and a sentence for people. */
export type Fault = { readonly field: string; readonly reason: string };

/** The first thing that is wrong with a rule; null when it can be active. `living` are the services that are there. */
export function faultOf(rule: RuleFields, living: ReadonlySet<string>): Fault | null {
  const gone = rule.serviceIds.find((id) => !living.has(id));
  if (!rule.allServices && rule.serviceIds.length === 0) return { field: "selectedServices", reason: "choose at least one service" };
  if (!rule.allServices && gone !== undefined)
    return { field: "selectedServices", reason: `service ${gone} is no longer offered: remove it or choose another` };
  if (rule.items.length === 0) return { field: "ruleItems", reason: "add at least one condition" };
  for (const [index, item] of rule.items.entries()) {
    const fault = valueFault(item) ?? conditionFault(rule, item, index);
    if (fault) return { field: inList("ruleItems", index, fault.field), reason: fault.reason };
  }
  return null;
}

function valueFault({ percent, amountMinor, decrease }: RuleItem): Fault | null {
  const share = percent === "" ? null : parsePercent(percent);
  if (share === null && (amountMinor === null || BigInt(amountMinor) <= 0n))
    return { field: "amount", reason: "say a percentage or an amount above zero" };
  if (share !== null && amountMinor !== null && BigInt(amountMinor) !== 0n)
    return { field: "amount", reason: "say either a percentage or an amount, not both" };
  if (share === 0n) return { field: "percent", reason: "must be above zero" };
  const whole = parsePercent("100") as bigint;
  return share !== null && decrease && share > whole ? { field: "percent", reason: "a discount is at most 100%" } : null;
}

const { MULTI_PET, MULTI_NIGHT, LENGTH_OF_STAY, PEAK_DATE, MORE_THAN_24_HOURS, FIRST_VISIT } = PricingRuleType;
const COUNTED: readonly number[] = [MULTI_PET, MULTI_NIGHT, LENGTH_OF_STAY, MORE_THAN_24_HOURS];

function conditionFault({ ruleType, items }: RuleFields, item: RuleItem, index: number): Fault | null {
  const before = items.slice(0, index);
  if (ruleType === PEAK_DATE) return datesFault(item, before);
  if (ruleType === FIRST_VISIT) return index === 0 ? null : { field: "from", reason: "a first visit has one price: remove the others" };
  if (COUNTED.includes(ruleType)) {
    const least = ruleType === MULTI_PET || ruleType === LENGTH_OF_STAY ? 2 : 1;
    if (item.from < least) return { field: "from", reason: `must be ${least} or more` };
    if (ruleType === MORE_THAN_24_HOURS && item.from > 24) return { field: "from", reason: "must be 24 or less" };
    return before.some((one) => one.from === item.from) ? { field: "from", reason: `${item.from} is listed twice` } : null;
  }
  if (item.weekdays.length === 0) return { field: "weekdays", reason: "choose at least one day of the week" };
  const twice = item.weekdays.some((day) => before.some((one) => one.weekdays.includes(day)));
  return twice ? { field: "weekdays", reason: "a day of the week is listed twice" } : null;
}

function datesFault({ startDate, endDate }: RuleItem, before: readonly RuleItem[]): Fault | null {
  if (startDate === "") return { field: "startDate", reason: "say from which day" };
  if (endDate === "") return { field: "endDate", reason: "say until which day" };
  if (endDate < startDate) return { field: "endDate", reason: "must not be before the first day" };
  const twice = before.some((one) => one.startDate <= endDate && startDate <= one.endDate);
  return twice ? { field: "startDate", reason: "some of these days are listed twice" } : null;
}

type Given = {
  name?: string | undefined;
  active?: boolean | undefined;
  allServicesApplicable?: boolean | undefined;
  selectedServices: string[];
  ruleItems: PricingRuleItem[];
};

/** What an update changes, from the fields it names. One that is named and not sent becomes empty. */
export const changeOf = (given: Given, fields: ReadonlySet<string>, currency: string): Partial<RuleFields> => ({
  ...(fields.has("name") && { name: notBlank(given.name, "name") }),
  ...(fields.has("active") && { active: given.active ?? false }),
  ...(fields.has("allServicesApplicable") && { allServices: given.allServicesApplicable ?? false }),
  ...(fields.has("selectedServices") && { serviceIds: given.selectedServices }),
  ...(fields.has("ruleItems") && { items: itemsOf(given.ruleItems, currency) }),
});
