import { expect, test } from "vitest";
import { byCompany, timesText, weekdaysText } from "./companies.ts";

const place = (id: string, companyId: string) => ({ id, name: `B${id}`, companyId, companyName: `C${companyId}` });

test("businesses stand under their companies, in the order given", () =>
  expect(
    byCompany([place("1", "9"), place("2", "9"), place("3", "4")]).map(({ id, businesses }) => [id, businesses.map((one) => one.id)]),
  ).toEqual([
    ["9", ["1", "2"]],
    ["4", ["3"]],
  ]));

test.each([
  [{ startMinute: 480, endMinute: 1080, weekdays: [5, 1] }, "Mon, Fri, 8:00 AM – 6:00 PM"],
  [{ startMinute: 0, endMinute: 1440, weekdays: [0] }, "Sun"],
  [{ startMinute: 1320, endMinute: 360, weekdays: [] }, "Every day, 10:00 PM – 6:00 AM"],
])("sign-in times %j read %s", (times, expected) => expect(timesText(times, 12)).toBe(expected));

test("sign-in times on a clock of 24 hours", () =>
  expect(timesText({ startMinute: 480, endMinute: 1080, weekdays: [1] }, 24)).toBe("Mon, 08:00 – 18:00"));

test.each([
  [[1, 2, 3, 4, 5], "Monday to Friday"],
  [[5, 4, 3, 2, 1], "Monday to Friday"],
  [[0, 6], "Weekends"],
  [[1, 2, 3, 4], "Mon, Tue, Wed, Thu"],
  [[6], "Sat"],
  [[0, 1, 2, 3, 4, 5, 6], "Every day"],
])("weekday-selection-groups: %j reads %s", (weekdays, words) => expect(weekdaysText(weekdays)).toBe(words));
