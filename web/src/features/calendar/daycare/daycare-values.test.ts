import { expect, test } from "vitest";
import { headsText } from "../shared/stay/daycare-text.ts";
import { headsCheck } from "./daycare-values.ts";

test.each([
  [{ heads: 20, morning: 12, afternoon: 12 }, "12 of 20"],
  [{ heads: 20, morning: 12, afternoon: 9 }, "12 of 20 in the morning, 9 of 20 in the afternoon"],
  [{ morning: 3, afternoon: 3 }, "3"],
  [{ heads: 0, morning: 0, afternoon: 0 }, "no daycare"],
  [{ heads: 0, morning: 1, afternoon: 1 }, "1 of 0"],
  [{ heads: 20, morning: 12, afternoon: 12, heldMorning: 1, heldAfternoon: 2 }, "12 of 20, 2 more kept for requests"],
])("how full a day is: %j", (day, text) => expect(headsText(day)).toBe(text));

test("a number of pets is whole and not below nothing", () => {
  expect([headsCheck("0"), headsCheck("12")]).toEqual([undefined, undefined]);
  for (const wrong of ["", "-1", "2.5", "many", "10000"]) expect(headsCheck(wrong)).toBeDefined();
});
