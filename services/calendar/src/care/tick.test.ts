import { Refusal } from "@leashline/kit";
import { expect, test } from "vitest";
import { Outcome } from "./care.ts";
import { mustBeDue } from "./tick.ts";

const zone = "America/Los_Angeles";
const at = (local: string) => new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds);
const { GIVEN, NOT_GIVEN, TAKEN_BACK } = Outcome;
const noted = (day: string, ticked: string, minute: number, outcome: number = GIVEN) =>
  mustBeDue({ day, outcome, tickedAt: at(ticked) }, { zone, minute });

const refused = (day: string, ticked: string, minute: number, outcome: number = GIVEN) => {
  try {
    noted(day, ticked, minute, outcome);
  } catch (error) {
    return error instanceof Refusal ? { field: error.options.field, reason: error.options.reason } : undefined;
  }
};

test.each([
  ["early on the same day", "2026-11-28", "2026-11-28T06:00", 1080],
  ["late, on a day after it", "2026-11-28", "2026-11-29T09:00", 1080],
  ["what is due after midnight, by whoever works until then", "2026-11-29", "2026-11-28T23:30", 60],
  ["where the day is another one in UTC", "2026-11-28", "2026-11-28T20:00", 1080],
])("noted: %s", (_, day, ticked, minute) => {
  expect(() => noted(day, ticked, minute)).not.toThrow();
});

test.each([
  ["tomorrow's evening medication", "2026-11-29", "2026-11-28T20:00", 1080],
  ["more than two hours before it is due", "2026-11-29", "2026-11-28T22:00", 60],
  ["where it is that day in UTC already", "2026-11-29", "2026-11-28T17:00", 1080],
])("refused, with the reason: %s", (_, day, ticked, minute) => {
  expect(refused(day, ticked, minute)).toEqual({
    field: "date",
    reason: "is due on Sun, Nov 29: it can be noted on that day, not ahead of it",
  });
  expect(refused(day, ticked, minute, NOT_GIVEN)?.field).toBe("date");
  expect(() => noted(day, ticked, minute, TAKEN_BACK)).not.toThrow();
});
