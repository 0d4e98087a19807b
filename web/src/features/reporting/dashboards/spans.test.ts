import { expect, test } from "vitest";
import { spanOf } from "./spans.ts";

test.each([
  ["today", "2026-11-23", 0, "2026-11-23", "2026-11-23"],
  ["week", "2026-11-23", 0, "2026-11-22", "2026-11-28"],
  ["week", "2026-11-23", 1, "2026-11-23", "2026-11-29"],
  ["last-week", "2026-11-23", 1, "2026-11-16", "2026-11-22"],
  ["month", "2026-02-10", 0, "2026-02-01", "2026-02-28"],
  ["month", "2026-12-31", 0, "2026-12-01", "2026-12-31"],
  ["year", "2028-06-01", 0, "2028-01-01", "2028-12-31"],
] as const)("%s on %s, weeks from %s", (name, today, weekStart, from, to) => {
  expect(spanOf(name, today, weekStart)).toEqual({ from, to });
});
