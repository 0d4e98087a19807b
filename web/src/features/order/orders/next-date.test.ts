import { expect, test } from "vitest";
import { nextDate } from "./next-date.ts";

const paidFor = { year: 2026, month: 3, day: 10 };
const next = (expectedFrequencyDays: number, nextVisitDate = "", today = "2026-03-10") =>
  nextDate({ expectedFrequencyDays, nextVisitDate }, paidFor, today);

test.each([
  ["six weeks later", next(42), "2026-04-21"],
  ["not for a client without a rhythm", next(0), undefined],
  ["not when a later appointment is booked", next(42, "2026-03-11"), undefined],
  ["when only the appointment itself is known", next(42, "2026-03-10"), "2026-04-21"],
  ["not a day that has passed", next(42, "", "2026-04-21"), undefined],
])("the next date is proposed: %s", (_, date, expected) => expect(date).toBe(expected));
