import { expect, test } from "vitest";
import { areaAt, matching, settingsNav } from "./settings-nav.ts";

test.each([
  ["", settingsNav.length],
  ["  ", settingsNav.length],
  ["zzz", 0],
])("%j finds %i areas", (typed, count) => expect(matching(settingsNav, typed)).toHaveLength(count));

test.each([
  ["holiday", "Closed dates"],
  ["Sales tax", "Taxes"],
  ["team LOGIN", "Staff"],
  ["commission shared", "Shared work"],
  ["punch", "Clock"],
  ["ways to pay", "Payments"],
])("%j finds %s", (typed, label) => expect(matching(settingsNav, typed).map((item) => item.label)).toEqual([label]));

test("a group's areas stand together, and each area has a place of its own", () => {
  const groups = settingsNav.map((item) => item.group);
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([...new Set(groups)]);
  for (const item of settingsNav) expect(areaAt(item.path)).toBe(item);
});
