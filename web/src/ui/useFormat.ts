import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { useMemo } from "react";
import { type Preferences, usePreferences } from "../app/session.ts";
import { type DayLike, formatDay, formatInstant, formatMinuteRange, formatMinutes, nowIn } from "./format/dates.ts";
import { formatMoney, type MoneyLike } from "./format/money.ts";
import { formatNumber } from "./format/number.ts";
import { formatPhone } from "./format/phone.ts";
import { formatRelative } from "./format/relative.ts";

const toDate = (at: Timestamp | Date): Date => (at instanceof Date ? at : new Date(Number(at.seconds) * 1000 + at.nanos / 1e6));

const bind = (p: Preferences) => ({
  money: (money: MoneyLike | undefined, sign = false): string =>
    formatMoney(money ?? { currencyCode: p.currencyCode }, {
      numberFormat: p.numberFormat,
      sign,
      ...((!money?.currencyCode || money.currencyCode === p.currencyCode) && { symbol: p.currencySymbol }),
    }),
  number: (value: number, decimals = 2): string => formatNumber(value, p.numberFormat, decimals),
  weight: (value: number): string => `${formatNumber(value, p.numberFormat)} ${p.weightUnit}`,
  /** "20/11/2026" as the business writes it. */
  day: (day: string | DayLike | undefined): string => formatDay(day, p.dateFormat),
  /** "Friday, November 20". */
  longDay: (day: string | DayLike | undefined): string => formatDay(day, "dddd, MMMM D"),
  /** "Fri, Nov 20". */
  shortDay: (day: string | DayLike | undefined): string => formatDay(day, "ddd, MMM D"),
  minutes: (minutes: number): string => formatMinutes(minutes, p.clock),
  range: (start: number, end: number): string => formatMinuteRange(start, end, p.clock),
  instant: (at: Timestamp | Date | undefined): string =>
    at ? formatInstant(toDate(at), p.zone, `${p.dateFormat} ${p.clock === 12 ? "h:mm A" : "HH:mm"}`) : "",
  ago: (at: Timestamp | Date | undefined): string =>
    at ? formatRelative(toDate(at), new Date(), (date) => formatInstant(date, p.zone, p.dateFormat)) : "",
  phone: (phone: string): string => formatPhone(phone, p.country),
  now: () => nowIn(p.zone),
});

export type Format = ReturnType<typeof bind>;

/** Everything that is written the business's way, bound to its preferences. */
export const useFormat = (): Format => {
  const preferences = usePreferences();
  return useMemo(() => bind(preferences), [preferences]);
};
