import { expect, test } from "vitest";
import { formatAs } from "../../ui/format/locale.ts";
import { atStart, startText, visitText } from "./arrival.ts";

const format = formatAs({
  ...{ currencyCode: "USD", currencySymbol: "$", country: "US", zone: "America/New_York", dateFormat: "MM/DD/YYYY" },
  ...{ numberFormat: "1,234.56", clock: 12, weightUnit: "lb" },
});
const arrivalWindow = { before: 30, after: 30 };

test("clients read the window in place of the start, and the start where there is none", () => {
  expect(startText(format, 600, undefined)).toBe("10:00 AM");
  expect(startText(format, 600, arrivalWindow)).toBe(format.range(570, 630));
  expect(atStart(format, 600, undefined)).toBe("at 10:00 AM");
  expect(atStart(format, 600, arrivalWindow)).toBe("between 9:30 AM and 10:30 AM");
  expect(visitText(format, { startTime: 600, endTime: 660 })).toBe(format.range(600, 660));
  expect(visitText(format, { startTime: 600, endTime: 660, arrivalWindow })).toBe("Arrive between 9:30 AM and 10:30 AM");
});
