import { symbolOf } from "@leashline/kit";
import {
  BusinessAppType,
  CalendarFormatType,
  DateFormatType,
  DistanceUnitType,
  NumberFormatType,
  TimeFormatType,
  WeightUnitType,
} from "@leashline/proto/leashline/account/v1/enums_pb.js";

export const dateFormats: Record<number, string> = {
  [DateFormatType.MONTH_DAY_YEAR]: "MM/DD/YYYY",
  [DateFormatType.DAY_MONTH_YEAR]: "DD/MM/YYYY",
  [DateFormatType.YEAR_MONTH_DAY]: "YYYY/MM/DD",
  [DateFormatType.ISO]: "YYYY-MM-DD",
  [DateFormatType.DAY_DOT_MONTH]: "DD.MM.YYYY",
};
export const numberFormats: Record<number, string> = {
  [NumberFormatType.COMMA_POINT]: "1,234.56",
  [NumberFormatType.POINT_COMMA]: "1.234,56",
  [NumberFormatType.APOSTROPHE_POINT]: "1'234.56",
  [NumberFormatType.SPACE_COMMA]: "1 234,56",
  [NumberFormatType.COMMA_WHOLE]: "1,234",
};
const timeFormats = { [TimeFormatType.TIME_FORMAT_TYPE_12_HOURS]: "12 hours", [TimeFormatType.TIME_FORMAT_TYPE_24_HOURS]: "24 hours" };
const calendarFormats = { [CalendarFormatType.SUNDAY]: "Sunday", [CalendarFormatType.MONDAY]: "Monday" };
const weightUnits = { [WeightUnitType.POUND]: "Pounds", [WeightUnitType.KILOGRAM]: "Kilograms" };
const distanceUnits = { [DistanceUnitType.MILE]: "Miles", [DistanceUnitType.KILOMETRE]: "Kilometres" };
const appTypes = {
  [BusinessAppType.MOBILE_GROOMING]: "Mobile grooming",
  [BusinessAppType.FACILITY]: "Facility-based",
  [BusinessAppType.HYBRID]: "Hybrid",
};

export type Currency = { currencyCode: string; currencySymbol: string; name: string };

/** Entries without a symbol and repeated codes are dropped; the first of a code stays (core §5). */
export function cleanCurrencies(list: readonly Currency[]): Currency[] {
  const seen = new Set<string>();
  return list.filter(({ currencyCode, currencySymbol }) => {
    const keep = currencySymbol !== "" && !seen.has(currencyCode);
    seen.add(currencyCode);
    return keep;
  });
}

const currencies = (): Currency[] => {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return cleanCurrencies(
    Intl.supportedValuesOf("currency").map((code) => ({
      currencyCode: code,
      currencySymbol: symbolOf(code),
      name: names.of(code) ?? code,
    })),
  );
};

const choices = (labels: Record<number, string>) => Object.entries(labels).map(([value, label]) => ({ value: Number(value), label }));

const options = () => ({
  currencies: currencies(),
  timezones: [...Intl.supportedValuesOf("timeZone")].sort(),
  dateFormats: choices(dateFormats),
  timeFormats: choices(timeFormats),
  numberFormats: choices(numberFormats),
  calendarFormats: choices(calendarFormats),
  weightUnits: choices(weightUnits),
  distanceUnits: choices(distanceUnits),
  appTypes: choices(appTypes),
});
let known: ReturnType<typeof options> | undefined;

/** What a form offers. Asking the runtime about every currency takes a while and room: once, and not before somebody needs it. */
export const settingOptions = () => {
  known ??= options();
  return known;
};
export const isCurrency = (code: string): boolean => settingOptions().currencies.some((c) => c.currencyCode === code);

/** What a company in a country starts with. The date pattern is DD/MM/YYYY everywhere until chosen (core §3). */
export function formatsFor(alpha2: string): { timeFormat: number; weight: number; distance: number; weekStart: number } {
  const us = alpha2 === "US";
  const twelve = ["US", "CA", "AU", "NZ", "GB", "IE", "IN", "PH"].includes(alpha2);
  return {
    timeFormat: twelve ? TimeFormatType.TIME_FORMAT_TYPE_12_HOURS : TimeFormatType.TIME_FORMAT_TYPE_24_HOURS,
    weight: us || alpha2 === "CA" ? WeightUnitType.POUND : WeightUnitType.KILOGRAM,
    distance: us || alpha2 === "GB" ? DistanceUnitType.MILE : DistanceUnitType.KILOMETRE,
    weekStart: us || alpha2 === "CA" ? CalendarFormatType.SUNDAY : CalendarFormatType.MONDAY,
  };
}

const part = (parts: { type: string; value: string }[], type: string): string => parts.find((one) => one.type === type)?.value ?? "";
const keyOf = (patterns: Record<number, string>, wanted: string, otherwise: number): number =>
  Number(Object.keys(patterns).find((key) => patterns[Number(key)] === wanted) ?? otherwise);

/** How dates and numbers are written in a country, as near as ours come; the runtime knows the customs of its main language. */
export function writingOf(alpha2: string): { dateFormatType: DateFormatType; numberFormatType: NumberFormatType } {
  const { language } = new Intl.Locale(`und-${alpha2}`).maximize();
  const locale = `${language}-${alpha2}-u-nu-latn-ca-gregory`;
  const date = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", year: "numeric" }).formatToParts();
  const order = date.flatMap(({ type }) => ({ day: ["DD"], month: ["MM"], year: ["YYYY"] })[type as "day"] ?? []);
  const mark = order[0] === "YYYY" ? ["/", "-"] : ["/", "."];
  const pattern = order.join(mark.find((one) => part(date, "literal").includes(one)) ?? mark[order[0] === "YYYY" ? 1 : 0]);
  const number = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const group = part(number, "group").replace("’", "'").replace(/\s/u, " ");
  return {
    dateFormatType: keyOf(dateFormats, pattern, DateFormatType.DAY_MONTH_YEAR),
    numberFormatType: keyOf(numberFormats, `1${group}234${part(number, "decimal")}56`, NumberFormatType.COMMA_POINT),
  };
}

/** Kilometres to miles (core §9). */
export const milesOf = (kilometres: number): number => kilometres * 0.621371;
