import { expect, test } from "vitest";
import { isOver, overText } from "./over-time.ts";

const now = { date: "2026-11-24", minutes: 600 };

test.each([
  ["weeks ago", "2026-11-01", 900, true],
  ["yesterday", "2026-11-23", 1439, true],
  ["earlier today", "2026-11-24", 599, true],
  ["this very minute", "2026-11-24", 600, true],
  ["later today", "2026-11-24", 601, false],
  ["early tomorrow", "2026-11-25", 0, false],
])("a visit %s is over or not, and the field says so", (_, date, startTime, over) => {
  expect(isOver(now, { date, startTime })).toBe(over);
  expect("error" in overText(over)).toBe(over);
});
