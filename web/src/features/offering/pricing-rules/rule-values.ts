import { type PricingRule, PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { type Percent, parsePercent } from "@leashline/proto/rules/percent.ts";
import { DAY_CARE_TYPES, mayLookAt } from "@leashline/proto/rules/pricing-rules.ts";
import { BOARDING, type PriceRule } from "@leashline/proto/rules/stay-price.ts";
import { dayToIso, isoToDay } from "../../../ui/format/dates.ts";
import { amountText, parseMoney, toMinor } from "../../../ui/format/money.ts";
import type { Check } from "../../../ui/format/validate.ts";
import { CARE_TYPES } from "../shared/care-types.ts";

/** The kinds of rules: how their address and their list call them, and what one looks at. */
export const KINDS = [
  { type: Type.MULTI_PET, path: "multi-pet", label: "More pets", help: "A different price for the second pet and those after it" },
  { type: Type.MULTI_NIGHT, path: "multi-night", label: "Later nights", help: "A different price after a number of nights" },
  { type: Type.LENGTH_OF_STAY, path: "length-of-stay", label: "Length of stay", help: "A different price for every night of a long stay" },
  { type: Type.PEAK_DATE, path: "peak-date", label: "Peak dates", help: "A different price on holidays and busy dates" },
  { type: Type.WEEKDAY, path: "weekday", label: "Days of the week", help: "A different price on some days of the week" },
  {
    type: Type.MORE_THAN_24_HOURS,
    path: "more-than-24-hours",
    label: "More than 24 hours",
    help: "A different price for the last day when the pet leaves later in the day than it arrived",
  },
  { type: Type.FIRST_VISIT, path: "first-visit", label: "First visit", help: "A different price for a client who has never booked before" },
] as const;

export const kindOf = (type: Type) => KINDS.find((one) => one.type === type) ?? KINDS[0];

export type ItemValues = {
  /** What its dates are called; they then stand on the bill by that. */
  name: string;
  from: string;
  startDate: string;
  endDate: string;
  weekdays: string[];
  direction: "less" | "more";
  kind: "percent" | "amount";
  percent: string;
  amount: string;
};
export type Values = { name: string; careType: string; active: boolean; serviceIds: string[]; ruleItems: ItemValues[] };

/** The kinds of care that may have a rule of a type. Classes have none: a place in one has one price. */
export const careOptions = (type: Type) =>
  CARE_TYPES.filter(({ id }) => id === BOARDING || DAY_CARE_TYPES.includes(id)).filter(({ id }) => mayLookAt(id, type));

export const careLabel = (careType: string): string => CARE_TYPES.find(({ id }) => id === careType)?.label ?? careType;

const STARTS: Partial<Record<Type, string>> = { [Type.MULTI_PET]: "2", [Type.MORE_THAN_24_HOURS]: "1", [Type.FIRST_VISIT]: "0" };
const DEARER: readonly Type[] = [Type.PEAK_DATE, Type.WEEKDAY, Type.MORE_THAN_24_HOURS];

export const newItem = (type: Type): ItemValues => ({
  name: "",
  from: STARTS[type] ?? "7",
  startDate: "",
  endDate: "",
  weekdays: [],
  direction: DEARER.includes(type) ? "more" : "less",
  kind: "percent",
  percent: "",
  amount: "",
});

/** A rule as its form holds it; no service chosen means every one. */
export const valuesOf = (rule: PricingRule | undefined, type: Type): Values => ({
  name: rule?.name ?? "",
  careType: rule?.serviceItemType || BOARDING,
  active: rule?.active ?? true,
  serviceIds: rule?.allServicesApplicable ? [] : (rule?.selectedServices ?? []),
  ruleItems: rule
    ? rule.ruleItems.map((item) => ({
        name: item.name,
        from: String(item.from),
        startDate: item.startDate ? dayToIso(item.startDate) : "",
        endDate: item.endDate ? dayToIso(item.endDate) : "",
        weekdays: item.weekdays.map(String),
        direction: item.decrease ? "less" : "more",
        kind: item.percent === "" && item.amount ? "amount" : "percent",
        percent: item.percent,
        amount: item.amount ? amountText(item.amount) : "",
      }))
    : [newItem(type)],
});

/** What the form says of a rule, as the server takes it. */
export const onWire = ({ name, serviceIds, ruleItems }: Values, currencyCode: string) => ({
  name,
  allServicesApplicable: serviceIds.length === 0,
  selectedServices: serviceIds,
  ruleItems: ruleItems.map((item) => {
    const [startDate, endDate] = [isoToDay(item.startDate), isoToDay(item.endDate || item.startDate)];
    const amount = item.kind === "amount" ? parseMoney(item.amount || "0", currencyCode) : undefined;
    return {
      name: item.name.trim(),
      from: Number(item.from) || 0,
      weekdays: item.weekdays.map(Number),
      decrease: item.direction === "less",
      percent: item.kind === "percent" ? item.percent : "",
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
      ...(amount && { amount }),
    };
  }),
});

/** The percentage as far as it can be read: a discount takes no more than the whole price. */
function triedPercent({ percent, direction }: ItemValues): Percent {
  const share = parsePercent(percent) ?? 0n;
  return direction === "less" && share > WHOLE ? WHOLE : share;
}

/** The rule that the form describes, to try it out. */
export const draftRule = (values: Values, type: Type, currencyCode: string): PriceRule => ({
  id: "draft",
  name: values.name.trim() || "This rule",
  careType: values.careType,
  type,
  serviceIds: values.serviceIds.length === 0 ? null : new Set(values.serviceIds),
  items: values.ruleItems.map((item) => ({
    name: item.name.trim(),
    from: Number(item.from) || 0,
    startDate: item.startDate,
    endDate: item.endDate || item.startDate,
    weekdays: item.weekdays.map(Number),
    decrease: item.direction === "less",
    percent: item.kind === "percent" ? triedPercent(item) : null,
    amount: toMinor(parseMoney(item.amount || "0", currencyCode)),
  })),
});

const WHOLE = parsePercent("100") as Percent;

/** What a percentage may be: of a discount at most the whole price. */
export const percentFor =
  (direction: ItemValues["direction"]): Check =>
  (value) => {
    if (value === "") return undefined;
    const share = parsePercent(value);
    if (share === null) return "A percentage like 20 or 12.5";
    return direction === "less" && share > WHOLE ? "A discount is at most 100%" : undefined;
  };
export const isCount: Check = (value) => (/^\d{1,3}$/.test(value) && Number(value) <= 365 ? undefined : "A whole number up to 365");
