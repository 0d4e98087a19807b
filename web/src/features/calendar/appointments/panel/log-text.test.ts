import { expect, test } from "vitest";
import { formatAs } from "../../../../ui/format/locale.ts";
import { logText } from "./log-text.ts";

const shop = {
  currencyCode: "EUR",
  currencySymbol: "€",
  country: "DE",
  zone: "Europe/Berlin",
  numberFormat: "1.234,56",
  weightUnit: "kg",
} as const;
const german = formatAs({ ...shop, dateFormat: "DD.MM.YYYY", clock: 24 });
const american = formatAs({ ...shop, dateFormat: "MM/DD/YYYY", clock: 12 });

test.each([
  [
    "2026-11-23 14:30 - 16:00 with Jana; Fips: Bath",
    "Mon, 23 Nov, 14:30 – 16:00 with Jana; Fips: Bath",
    "Mon, Nov 23, 2:30 – 4:00 PM with Jana; Fips: Bath",
  ],
  [
    "2026-11-23 09:00 - 10:00 → 2026-11-24 11:30 - 12:30",
    "Mon, 23 Nov, 09:00 – 10:00 → Tue, 24 Nov, 11:30 – 12:30",
    "Mon, Nov 23, 9:00 – 10:00 AM → Tue, Nov 24, 11:30 AM – 12:30 PM",
  ],
  [
    "Check-in 2026-11-23T13:30:00Z → 2026-11-23T13:05:00.000Z",
    "Check-in 23.11.2026 14:30 → 23.11.2026 14:05",
    "Check-in 11/23/2026 2:30 PM → 11/23/2026 2:05 PM",
  ],
  [
    "2026-11-26 14:00 - 2026-11-28 11:00; Rex: Boarding",
    "Thu, 26 Nov, 14:00 – Sat, 28 Nov, 11:00; Rex: Boarding",
    "Thu, Nov 26, 2:00 PM – Sat, Nov 28, 11:00 AM; Rex: Boarding",
  ],
  [
    "Boarding for Rex 116.00 → 174.00; Boarding for Rex 2700 → 4320 min",
    "Boarding for Rex €116,00 → €174,00; Boarding for Rex 1 day 21 hrs → 3 days",
    "Boarding for Rex €116,00 → €174,00; Boarding for Rex 1 day 21 hrs → 3 days",
  ],
  ["Bath for Max 2 45 → 60 min", "Bath for Max 2 45 mins → 1 hr", "Bath for Max 2 45 mins → 1 hr"],
  ["Fri, Nov 20 10:00 - 11:00 with Ana", "Fri, Nov 20 10:00 - 11:00 with Ana", "Fri, Nov 20 10:00 - 11:00 with Ana"],
])("time-format-week-start: the log's %s", (detail, there, here) => {
  expect(logText(detail, german, "EUR")).toBe(there);
  expect(logText(detail, american, "EUR")).toBe(here);
});
