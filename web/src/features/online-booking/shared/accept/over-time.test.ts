import { expect, test, vi } from "vitest";
import { dayText, endText, isOver, overText, toWrong } from "./over-time.ts";

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

test("of several days, the one that was chosen before says so; a stay without a night says it at its last day", () => {
  const days = ["2026-11-26", "2026-11-27", "2026-11-26"];
  expect(days.map((_, index) => "error" in dayText(days, index, false))).toEqual([false, false, true]);
  expect("error" in dayText(days, 0, true)).toBe(true);
  expect([-1, 0, 1].map((nights) => "error" in endText(nights))).toEqual([true, true, false]);
});

test("whoever presses while a day is wrong is led to it", () => {
  const focus = vi.fn();
  const querySelector = (asked: string) => (asked === "[aria-invalid=true]" ? { focus } : null);
  toWrong({ querySelector } as never);
  expect(focus).toHaveBeenCalledOnce();
});
