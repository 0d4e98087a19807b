import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type ArrivalWindow, arrivalSpan } from "@leashline/proto/rules/arrival-window.ts";
import { decimalsOf, fromMoney, symbolOf } from "./money/money.ts";

/** How a business writes times, days and amounts in what it sends (core §3, §9). */
export type LocaleFormat = { clock: number; dateFormat: string; numberFormat: string };

const usual: LocaleFormat = { clock: 12, dateFormat: "DD/MM/YYYY", numberFormat: "1,234.56" };

/** From what an event tells of it; what is left out is as every business starts (core §3). */
export const localeFormatOf = (told: { timeFormatType: number; dateFormat: string; numberFormat: string }): LocaleFormat => ({
  clock: told.timeFormatType === 2 ? 24 : usual.clock,
  dateFormat: told.dateFormat || usual.dateFormat,
  numberFormat: told.numberFormat || usual.numberFormat,
});

type Address = { address1: string; address2: string; addressCity: string; addressState: string; addressZipcode: string };

/** A business's address in one line, as people write it: "1420 Maple St, Seattle, WA 98122". */
export const addressLineOf = ({ address1, address2, addressCity, addressState, addressZipcode }: Address): string =>
  [address1, address2, addressCity, [addressState, addressZipcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

const two = (value: number): string => String(value).padStart(2, "0");

/** Minutes of day as "1:05 PM" or "13:05". */
export function writeTime(minutes: number, { clock }: Pick<LocaleFormat, "clock">): string {
  const hour = Math.floor(minutes / 60) % 24;
  if (clock === 24) return `${two(hour)}:${two(minutes % 60)}`;
  return `${((hour + 11) % 12) + 1}:${two(minutes % 60)} ${hour < 12 ? "AM" : "PM"}`;
}

const arrivalEnds = (startTime: number, arrival: ArrivalWindow, format: Pick<LocaleFormat, "clock">): [string, string] => {
  const { from, to } = arrivalSpan(startTime, arrival);
  return [writeTime(from, format), writeTime(to, format)];
};

/** "at 10:00 AM", or "between 9:30 AM and 10:30 AM" where clients are told a window around the start. */
export const writeAtTime = (startTime: number, arrival: ArrivalWindow | undefined, format: Pick<LocaleFormat, "clock">): string =>
  arrival ? `between ${arrivalEnds(startTime, arrival, format).join(" and ")}` : `at ${writeTime(startTime, format)}`;

/** "10:00 AM", or "9:30 AM to 10:30 AM". */
export const writeArrival = (startTime: number, arrival: ArrivalWindow | undefined, format: Pick<LocaleFormat, "clock">): string =>
  arrival ? arrivalEnds(startTime, arrival, format).join(" to ") : writeTime(startTime, format);

const format = (part: "weekday" | "month") => new Intl.DateTimeFormat("en-US", { [part]: "long", timeZone: "UTC" });
let words: Record<"weekday" | "month", Intl.DateTimeFormat> | undefined;

type Days = Pick<LocaleFormat, "dateFormat">;

/** A day in words, "Friday, November 20", or "Friday, 20 November" where the day is written before the month. */
export const writeDay = (date: string, format: Days): string => dayOf(date, format, (name) => name);

const THREE_LETTERS = 3;
const shortDay = (date: string, format: Days): string => dayOf(date, format, (name) => name.slice(0, THREE_LETTERS));

/** From the day on which pets come to that on which they leave: "Fri, Dec 4 to Sun, Dec 6 (2 nights)". */
export function writeStay({ date, endDate }: { date: string; endDate: string }, format: Days): string {
  const nights = Temporal.PlainDate.from(date).until(endDate, { largestUnit: "days" }).days;
  return `${shortDay(date, format)} to ${shortDay(endDate, format)} (${nights} ${nights === 1 ? "night" : "nights"})`;
}

function dayOf(date: string, { dateFormat }: Days, written: (name: string) => string): string {
  const day = Temporal.PlainDate.from(date);
  // Made once, with the first text: making one costs as much as the rest of a message's words.
  words ??= { weekday: format("weekday"), month: format("month") };
  const at = new Date(`${date}T00:00:00Z`);
  const word = (part: "weekday" | "month") => written(words?.[part].format(at) ?? "");
  const ofMonth = dateFormat.startsWith("D") ? `${day.day} ${word("month")}` : `${word("month")} ${day.day}`;
  return `${word("weekday")}, ${ofMonth}`;
}

/** "Friday, November 20 at 10:00 AM". */
export const writeDayAndTime = (date: string, startTime: number, locale: Pick<LocaleFormat, "clock" | "dateFormat">): string =>
  `${writeDay(date, locale)} at ${writeTime(startTime, locale)}`;

/** A day in words with its year: "Friday, November 20, 2026", or "Friday, 20 November 2026". */
export const writeDate = (date: string, locale: Pick<LocaleFormat, "dateFormat">): string =>
  `${writeDay(date, locale)}${locale.dateFormat.startsWith("D") ? "" : ","} ${Temporal.PlainDate.from(date).year}`;

/** "$1,234.50", "€1.234,50", "KWD 1,234.500": all decimals the currency has, in the signs of the number format. */
export function writeMoney(money: Money | undefined, { numberFormat }: Pick<LocaleFormat, "numberFormat">): string {
  if (!money) return "";
  const { minor, currency } = fromMoney(money);
  const places = decimalsOf(currency);
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, "0");
  const group = numberFormat[1] ?? ",";
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group);
  const symbol = symbolOf(currency) || currency;
  return `${minor < 0n ? "−" : ""}${symbol}${/[A-Za-z]$/.test(symbol) ? " " : ""}${whole}${places ? `${numberFormat[5] ?? "."}${digits.slice(-places)}` : ""}`;
}
