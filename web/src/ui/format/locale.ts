import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { type Clock, type DayLike, formatDay, formatInstant, formatMinuteRange, formatMinutes, nowIn } from "./dates.ts";
import { formatMoney, type MoneyLike } from "./money.ts";
import { formatNumber, type NumberFormat } from "./number.ts";
import { formatPhone } from "./phone.ts";
import { formatRelative } from "./relative.ts";

/** How a business writes. */
export type LocaleFormat = {
  currencyCode: string;
  currencySymbol: string;
  country: string;
  zone: string;
  dateFormat: string;
  numberFormat: NumberFormat;
  clock: Clock;
  weightUnit: "lb" | "kg";
};

const toDate = (at: Timestamp | Date): Date => (at instanceof Date ? at : new Date(Number(at.seconds) * 1000 + at.nanos / 1e6));

/** "MMMM D", or "D MMMM" where the business writes the day before the month. */
export const dayPattern = (dateFormat: string, month: "MMMM" | "MMM"): string => (dateFormat.startsWith("D") ? `D ${month}` : `${month} D`);

const agoOf = (p: LocaleFormat, at: Timestamp | Date | undefined): string =>
  at ? formatRelative(toDate(at), new Date(), (date) => formatInstant(date, p.zone, p.dateFormat)) : "";

/** Everything that is written the way of one business. */
export const formatAs = (p: LocaleFormat) => ({
  /** "$58.00"; short "$58", for prices to choose from. */
  money: (money: MoneyLike | undefined, { sign = false, short = false } = {}): string =>
    formatMoney(money ?? { currencyCode: p.currencyCode }, {
      numberFormat: p.numberFormat,
      sign,
      short,
      ...((!money?.currencyCode || money.currencyCode === p.currencyCode) && { symbol: p.currencySymbol }),
    }),
  number: (value: number, decimals = 2): string => formatNumber(value, p.numberFormat, decimals),
  weight: (value: number): string => `${formatNumber(value, p.numberFormat)} ${p.weightUnit}`,
  /** "20/11/2026" as the business writes it. */
  day: (day: string | DayLike | undefined): string => formatDay(day, p.dateFormat),
  /** The day of an instant at the business. */
  dayOf: (at: Date): string => formatInstant(at, p.zone, p.dateFormat),
  /** "Friday, November 20", or "Friday, 20 November". */
  longDay: (day: string | DayLike | undefined): string => formatDay(day, `dddd, ${dayPattern(p.dateFormat, "MMMM")}`),
  /** "Fri, Nov 20", or "Fri, 20 Nov". */
  shortDay: (day: string | DayLike | undefined): string => formatDay(day, `ddd, ${dayPattern(p.dateFormat, "MMM")}`),
  /** "Nov 20", or "20 Nov". */
  monthDay: (day: string | DayLike | undefined): string => formatDay(day, dayPattern(p.dateFormat, "MMM")),
  minutes: (minutes: number): string => formatMinutes(minutes, p.clock),
  /** The time of day at the business. */
  time: (at: Timestamp | Date | undefined): string => (at ? formatMinutes(nowIn(p.zone, toDate(at)).minutes, p.clock) : ""),
  range: (start: number, end: number): string => formatMinuteRange(start, end, p.clock),
  instant: (at: Timestamp | Date | undefined): string =>
    at ? formatInstant(toDate(at), p.zone, `${p.dateFormat} ${p.clock === 12 ? "h:mm A" : "HH:mm"}`) : "",
  /** "Friday, November 20, 7:15 AM". */
  longInstant: (at: Timestamp | Date | undefined): string =>
    at ? formatInstant(toDate(at), p.zone, `dddd, ${dayPattern(p.dateFormat, "MMMM")}, ${p.clock === 12 ? "h:mm A" : "HH:mm"}`) : "",
  ago: (at: Timestamp | Date | undefined): string => agoOf(p, at),
  /** The same within a sentence: "just now". */
  agoWithin: (at: Timestamp | Date | undefined): string => agoOf(p, at).replace(/^Just now/, "just now"),
  phone: (phone: string): string => formatPhone(phone, p.country),
  now: () => nowIn(p.zone),
});

export type Format = ReturnType<typeof formatAs>;
