import { expect, test } from "vitest";
import { readDay } from "./read-day.ts";

test.each([
  ["20/11/2026", "DD/MM/YYYY", "2026-11-20"],
  ["11/20/2026", "MM/DD/YYYY", "2026-11-20"],
  ["3/4", "DD/MM/YYYY", "2026-04-03"],
  ["3/4", "MM/DD/YYYY", "2026-03-04"],
  ["20.11.26", "DD.MM.YYYY", "2026-11-20"],
  ["2026-11-20", "MM/DD/YYYY", "2026-11-20"],
  ["12/24", "DD/MM/YYYY", "2026-12-24"],
  ["12022026", "MM/DD/YYYY", "2026-12-02"],
  ["12022026", "DD/MM/YYYY", "2026-02-12"],
  ["20261202", "YYYY-MM-DD", "2026-12-02"],
  ["1202202", "MM/DD/YYYY", undefined],
  ["today", "DD/MM/YYYY", "2026-11-20"],
  ["+3", "DD/MM/YYYY", "2026-11-23"],
  ["31/02/2026", "DD/MM/YYYY", undefined],
  ["soon", "DD/MM/YYYY", undefined],
])("a day typed as %s in %s", (typed, format, iso) => expect(readDay(typed, format, "2026-11-20")).toBe(iso));
