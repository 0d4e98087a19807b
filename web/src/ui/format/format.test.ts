import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  formatDay,
  formatInstant,
  formatMinuteRange,
  formatMinutes,
  instantIn,
  isoToDay,
  nowIn,
  parseMinutes,
  startOfWeek,
} from "./dates.ts";
import { formatDuration, formatDurationShort } from "./duration.ts";
import { amountText, canBecomeAmount, formatMoney, fromMinor, isAmount, parseMoney, readAmount, toMinor } from "./money.ts";
import { formatCapped, formatNumber, KM_TO_MILES } from "./number.ts";
import { formatPhone, readPhone, reducePhone } from "./phone.ts";
import { readDay } from "./read-day.ts";
import { formatRelative } from "./relative.ts";
import { initials, safeFileName } from "./text.ts";
import { email, url } from "./validate.ts";

test.each([
  ["0", true],
  ["0.5", true],
  ["999999999.99", true],
  ["1000000000", false],
  ["01", false],
  ["1.", false],
  ["1.234", false],
  [".5", false],
  ["-1", false],
  ["", false],
])("amount-pattern: %s is %s", (text, expected) => expect(isAmount(text)).toBe(expected));

test("amount-pattern: every beginning of an amount may be typed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const text = `${whole}.${String(cents).padStart(2, "0")}`;
      for (let at = 1; at <= text.length; at++) expect(canBecomeAmount(text.slice(0, at))).toBe(true);
    }),
  );
  for (const wrong of ["01", "1.234", "-", ".", "a", "1000000000"]) expect(canBecomeAmount(wrong)).toBe(false);
});

test.each([
  ["$1,234.50", "1234.50"],
  ["12,5", "12.5"],
  ["1,234", "1234"],
  ["1.234,56", "1234.56"],
  ["88.555", "88.55"],
  ["007", "7"],
  ["0", "0"],
  ["5.", "5."],
  ["", ""],
  ["-5", undefined],
  ["1234567890", undefined],
])("amount-pattern: %s in the field is %s", (typed, shown) => expect(readAmount(typed)).toBe(shown));

test.each([
  ["¥1,234", "JPY", "1234"],
  ["12.5", "JPY", "12"],
  ["12.", "KRW", "12"],
  ["7.500", "CLP", "7500"],
  ["7.500", "EUR", "7.50"],
  ["7.5005", "KWD", "7.500"],
  ["1,234.567", "KWD", "1234.567"],
  ["1,234", "KWD", "1234"],
])("amount-pattern: %s in a field of %s is %s, with the decimals of the currency", (typed, code, shown) =>
  expect(readAmount(typed, code)).toBe(shown),
);

test.each([
  ["12,50", "EUR", "1.234,56", "12.50"],
  ["12.50", "EUR", "1.234,56", "12.50"],
  ["1.234", "EUR", "1.234,56", "1234"],
  ["1.234,5", "EUR", "1.234,56", "1234.5"],
  ["1 234,56 €", "EUR", "1 234,56", "1234.56"],
  ["1'234.56", "CHF", "1'234.56", "1234.56"],
  ["1,234", "KWD", "1.234,56", "1.234"],
  ["1.234", "KWD", "1.234,56", "1234"],
] as const)("number-formats: %s typed in %s where people write %s is %s", (typed, code, format, shown) =>
  expect(readAmount(typed, code, format)).toBe(shown),
);

test.each([
  ["KWD", "1.234", true],
  ["KWD", "1.2345", false],
  ["USD", "1.234", false],
  ["JPY", "1.2", false],
  ["JPY", "12", true],
])("amount-pattern: in %s %s is an amount: %s", (code, text, expected) => expect(isAmount(text, code)).toBe(expected));

test.each([
  ["KWD", 1_234_567n, "KWD 1,234.567", "1234.567"],
  ["BHD", 5n, "BHD 0.005", "0.005"],
  ["TND", 1_000n, "TND 1.000", "1"],
  ["JOD", -1_250n, "−JOD 1.250", "-1.250"],
  ["JPY", 7_500n, "¥7,500", "7500"],
  ["UGX", 7_500n, "UGX 7,500", "7500"],
])("money-value-shape: %s has its own smallest coin, %i of them are %s", (code, minor, shown, typed) => {
  const money = fromMinor(minor, code);
  expect(formatMoney(money)).toBe(shown);
  expect(amountText(money)).toBe(typed);
  expect(parseMoney(typed, code)).toEqual(money);
});

test("short prices leave out decimals that are all zero, and only those", () => {
  const short = (minor: bigint, code: string, numberFormat: "1,234.56" | "1.234,56" = "1,234.56") =>
    formatMoney(fromMinor(minor, code), { short: true, numberFormat });
  expect([short(5_800n, "USD"), short(5_850n, "USD"), short(100_000n, "EUR", "1.234,56")]).toEqual(["$58", "$58.50", "€1.000"]);
  expect([short(1_000n, "JPY"), short(1_000n, "KWD")]).toEqual(["¥1,000", "KWD 1"]);
});

test("money without cents is written without them", () => {
  expect(formatMoney({ currencyCode: "JPY", units: 7_500n })).toBe("¥7,500");
  expect(formatMoney({ currencyCode: "CLP", units: 7_500n }, { numberFormat: "1.234,56" })).toBe("$7.500");
  expect(formatMoney({ currencyCode: "JPY", units: -58n })).toBe("−¥58");
  expect(formatMoney({ currencyCode: "HUF", units: 7_500n })).toBe("Ft 7,500.00");
});

test.each([
  ["1.239", "$1.23"],
  ["1.999", "$1.99"],
  ["2", "$2.00"],
  ["-1.239", "−$1.23"],
])("money-rounds-down: %s is shown as %s", (text, shown) => expect(formatMoney(parseMoney(text))).toBe(shown));

test("money-value-shape: units as a whole number, nanos as billionths, USD by default", () => {
  expect(parseMoney("12.5")).toEqual({ currencyCode: "USD", units: 12n, nanos: 500_000_000 });
  expect(formatMoney({ units: "12", nanos: 500_000_000 })).toBe("$12.50");
  const minors = fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n });
  const codes = fc.constantFrom("USD", "JPY", "HUF", "KWD");
  fc.assert(fc.property(minors, codes, (minor, code) => toMinor(fromMinor(minor, code)) === minor));
  fc.assert(fc.property(minors, codes, (minor, code) => toMinor(parseMoney(amountText(fromMinor(minor, code)), code)) === minor));
});

test("money is written with its currency, grouped, and signed in front", () => {
  expect(formatMoney({ currencyCode: "GBP", units: 1846n })).toBe("£1,846.00");
  expect(formatMoney({ currencyCode: "CHF", units: 5n })).toBe("CHF 5.00");
  expect(formatMoney({ units: 5n }, { sign: true })).toBe("+$5.00");
  expect(formatMoney({ units: 1234n, nanos: 500_000_000 }, { numberFormat: "1,234" })).toBe("$1,234.50");
  expect(formatMoney({ units: 1234n }, { numberFormat: "1,234" })).toBe("$1,234");
  expect(formatMoney(undefined)).toBe("$0.00");
});

test.each([
  ["1,234.56", "1,234.56"],
  ["1.234,56", "1.234,56"],
  ["1'234.56", "1'234.56"],
  ["1 234,56", "1 234,56"],
  ["1,234", "1,234"],
] as const)("number-formats: 1234.56 in %s", (format, shown) => expect(formatNumber(1234.56, format)).toBe(shown));

test("numbers round down, drop idle zeros and never show a negative zero", () => {
  expect(formatNumber(1_234_567.899)).toBe("1,234,567.89");
  expect(formatNumber(12)).toBe("12");
  expect(formatNumber(-0.001)).toBe("0");
  expect(formatNumber(1e21)).toBe("1,000,000,000,000,000,000,000");
  expect(formatNumber(Number.NaN)).toBe("–");
});

test("amount-display-limit: above 99999 only a plus", () => {
  expect(formatCapped(100_000)).toBe("99999+");
  expect(formatCapped(99_999)).toBe("99999");
});

test("distance-units: 10 km are 6.21371 miles", () => expect(10 * KM_TO_MILES).toBeCloseTo(6.21371, 10));

test.each([
  [90, "1 hr 30 mins", "1 hr 30 min"],
  [60, "1 hr", "1 hr"],
  [150, "2 hrs 30 mins", "2 hr 30 min"],
  [1, "1 min", "1 min"],
  [0, "0 mins", "0 min"],
  [61, "1 hr 1 min", "1 hr 1 min"],
])("duration-format: %i minutes", (minutes, long, short) => {
  expect(formatDuration(minutes)).toBe(long);
  expect(formatDurationShort(minutes)).toBe(short);
});

describe("relative-time", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const ago = (ms: number) => formatRelative(new Date(now.getTime() - ms), now, (d) => d.toISOString().slice(0, 10));
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  test.each([
    [5 * minute, "Just now"],
    [6 * minute, "6 min ago"],
    [59 * minute, "59 min ago"],
    [60 * minute, "1 hr ago"],
    [23 * hour, "23 hr ago"],
    [24 * hour, "1 d ago"],
    [30 * day, "30 d ago"],
    [31 * day, "1 mo ago"],
    [213 * day, "2026-04-21"],
    [395 * day, "1 yr ago"],
    [-hour, "Just now"],
  ])("relative-time: %i ms", (ms, shown) => expect(ago(ms)).toBe(shown));
});

test("date-formats: YYYY-MM-DD, HH:mm, YYYY-MM-DD HH:mm:ss", () => {
  const instant = new Date("2024-03-05T07:08:09Z");
  expect(formatInstant(instant, "UTC", "YYYY-MM-DD")).toBe("2024-03-05");
  expect(formatInstant(instant, "UTC", "HH:mm")).toBe("07:08");
  expect(formatInstant(instant, "UTC")).toBe("2024-03-05 07:08:09");
  expect(formatInstant(instant, "America/New_York", "ddd MMM D, h:mm A")).toBe("Tue Mar 5, 2:08 AM");
});

test("days are written in the business's format and never shift with a zone", () => {
  expect(formatDay("2026-11-20")).toBe("20/11/2026");
  expect(formatDay("2026-11-20", "dddd, MMMM D")).toBe("Friday, November 20");
  expect(formatDay({ year: 2026, month: 2, day: 3 }, "MM/DD/YYYY")).toBe("02/03/2026");
  expect(formatDay(undefined)).toBe("");
  expect(isoToDay("2026-02-30")).toBeUndefined();
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(nowIn("Australia/Sydney", new Date("2026-11-20T14:30:00Z"))).toEqual({ date: "2026-11-21", minutes: 90 });
});

test("time-format-week-start: 12 or 24 hours, week from Sunday or Monday", () => {
  expect(formatMinutes(785, 12)).toBe("1:05 PM");
  expect(formatMinutes(785, 24)).toBe("13:05");
  expect(formatMinutes(0, 12)).toBe("12:00 AM");
  expect(formatMinutes(1440, 24)).toBe("00:00");
  expect(formatMinuteRange(660, 780)).toBe("11:00 AM – 1:00 PM");
  expect(formatMinuteRange(780, 840)).toBe("1:00 – 2:00 PM");
  expect(startOfWeek("2026-11-20", 0)).toBe("2026-11-15");
  expect(startOfWeek("2026-11-20", 1)).toBe("2026-11-16");
});

test.each([
  ["9", 540],
  ["9:30", 570],
  ["930", 570],
  ["9p", 1260],
  ["12am", 0],
  ["13.05", 785],
  ["24:00", undefined],
  ["13pm", undefined],
  ["soon", undefined],
])("a time typed as %s", (text, minutes) => expect(parseMinutes(text)).toBe(minutes));

test.each([
  ["1", 780],
  ["2:30", 870],
  ["230", 870],
  ["6", 1080],
  ["7", 420],
  ["12", 720],
  ["10", 600],
  ["1230", 750],
  ["1a", 60],
  ["01:00", 60],
  ["2:30 AM", 150],
  ["13:00", 780],
])("a time typed as %s by a clock of twelve hours", (text, minutes) => expect(parseMinutes(text, 12)).toBe(minutes));

test.each([
  ["phone-display-us-ca", "US", "5551234567", "(555) 123-4567"],
  ["phone-display-us-ca", "CA", "15551234567", "1 (555) 123-4567"],
  ["phone-display-us-ca", "US", "+15551234567", "+1 (555) 123-4567"],
  ["phone-display-au", "AU", "0412345678", "0412 345 678"],
  ["phone-display-uk", "GB", "07911123456", "07911 123456"],
  ["phone-display-other", "FR", "0612345678", "061 234 5678"],
])("%s: %s %s", (_, country, phone, shown) => expect(formatPhone(phone, country)).toBe(shown));

test.each([
  ["(206) 555-0142", "2065550142"],
  ["206.555.0142 x7", "2065550142"],
  ["206 555 0142 ext. 12", "2065550142"],
  ["tel:+1-206-555-0142;ext=7", "+12065550142"],
  ["206-555-0142 / 206-555-0143", "2065550142"],
  ["206-555-0142 or 206-555-0143", "2065550142"],
  ["+44 (0)20 7946 0958", "+442079460958"],
  ["020 7946 0958", "02079460958"],
  ["\u202a+1 206 555 0142\u202c", "+12065550142"],
  ["１２０６５５５０１４２", "12065550142"],
  ["٠٦١٢٣٤٥٦٧٨", "0612345678"],
  ["+1+206", "+1206"],
  ["20", "20"],
  ["", ""],
])("phone-input-reduce: %s, typed or pasted, is %s", (typed, read) => expect(readPhone(typed)).toBe(read));

test("phone-input-reduce: only digits and plus stay", () => {
  expect(reducePhone("+1 (555) 123-4567")).toBe("+15551234567");
  expect(reducePhone("abc")).toBe("");
});

test.each([
  ["", undefined],
  ["www.a.com", "The url should start with http:// or https://"],
  ["https://", "invalid url"],
  ["https://a.com", undefined],
])("url-field-scheme: %s", (value, complaint) => expect(url(value)).toBe(complaint));

test.each([
  ["", undefined],
  ["a@b.co", undefined],
  ["abc", "Invalid email"],
])("email-field: %s", (value, complaint) => expect(email(value)).toBe(complaint));

test("file-name-sanitise", () => {
  expect(safeFileName("a<b>:c.pdf")).toBe("a_b__c.pdf");
  expect(safeFileName("x/y\\z|?*.png")).toBe("x_y_z___.png");
});

test.each([
  ["20/11/2026", "DD/MM/YYYY", "2026-11-20"],
  ["11/20/2026", "MM/DD/YYYY", "2026-11-20"],
  ["3/4", "DD/MM/YYYY", "2026-04-03"],
  ["3/4", "MM/DD/YYYY", "2026-03-04"],
  ["20.11.26", "DD.MM.YYYY", "2026-11-20"],
  ["2026-11-20", "MM/DD/YYYY", "2026-11-20"],
  ["12/24", "DD/MM/YYYY", "2026-12-24"],
  ["today", "DD/MM/YYYY", "2026-11-20"],
  ["+3", "DD/MM/YYYY", "2026-11-23"],
  ["31/02/2026", "DD/MM/YYYY", undefined],
  ["soon", "DD/MM/YYYY", undefined],
])("a day typed as %s in %s", (typed, format, iso) => expect(readDay(typed, format, "2026-11-20")).toBe(iso));

test("initials", () => {
  expect(initials("Dana", "Whitcomb")).toBe("DW");
  expect(initials("Van 2 · Theo")).toBe("VT");
  expect(initials("")).toBe("");
});

test.each([
  ["2026-11-20", 9 * 60, "America/New_York", "2026-11-20T14:00:00.000Z"],
  ["2026-07-01", 0, "Europe/London", "2026-06-30T23:00:00.000Z"],
  ["2026-03-08", 60 + 59, "America/New_York", "2026-03-08T06:59:00.000Z"],
  ["2026-03-08", 2 * 60 + 30, "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-03-08", 3 * 60, "America/New_York", "2026-03-08T07:00:00.000Z"],
  ["2026-11-01", 3 * 60, "America/New_York", "2026-11-01T08:00:00.000Z"],
  ["2026-04-05", 12 * 60, "Australia/Sydney", "2026-04-05T02:00:00.000Z"],
])("a time people write is an instant: %s %i in %s", (iso, minutes, zone, expected) =>
  expect(instantIn(iso, minutes, zone).toISOString()).toBe(expected),
);
