import { awakeAt } from "@leashline/kit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { afterMinutes, termsOf } from "./quiet.ts";

const zone = "America/Los_Angeles";
const at = (text: string) => new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds);
const night = { quietFrom: 21 * 60, quietTo: 8 * 60 };
const terms = { ...night, answerMinutes: 60, cutOffMinutes: 120 };

test.each([
  ["at noon at once", "2026-11-24T12:00", "2026-11-28T10:00", "2026-11-24T12:00", "2026-11-24T13:00"],
  ["at night in the morning", "2026-11-24T23:00", "2026-11-28T10:00", "2026-11-25T08:00", "2026-11-25T09:00"],
  ["before eight in the morning", "2026-11-24T03:00", "2026-11-28T10:00", "2026-11-24T08:00", "2026-11-24T09:00"],
  ["late in the evening, answered in the morning", "2026-11-24T20:40", "2026-11-28T10:00", "2026-11-24T20:40", "2026-11-25T08:40"],
  ["shortly before the cut-off, answered until then", "2026-11-24T12:00", "2026-11-24T14:40", "2026-11-24T12:00", "2026-11-24T12:40"],
  ["on the day on which clocks change", "2026-10-31T23:00", "2026-11-02T10:00", "2026-11-01T08:00", "2026-11-01T09:00"],
])("an offer goes out %s", (_, now, begins, goesOut, until) =>
  expect(termsOf(terms, at(now), at(begins), zone)).toEqual({ goesOut: at(goesOut), until: at(until) }),
);

test.each([
  ["after the cut-off", "2026-11-24T12:00", "2026-11-24T13:59"],
  ["ten minutes before it", "2026-11-24T12:00", "2026-11-24T14:09"],
  ["where the morning is too late", "2026-11-24T22:00", "2026-11-25T09:00"],
])("none goes out %s", (_, now, begins) => expect(termsOf(terms, at(now), at(begins), zone)).toBeNull());

test("nobody is written to in quiet hours, whatever they are, and nobody has fewer minutes outside them than were promised", () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const day = fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2027-12-31") }).map((ms) => new Date(ms - (ms % 60_000)));
  fc.assert(
    fc.property(minute, fc.integer({ min: 0, max: 960 }), fc.integer({ min: 15, max: 700 }), day, (quietFrom, length, minutes, now) => {
      const quiet = { quietFrom, quietTo: (quietFrom + length) % 1440 };
      const goes = awakeAt(quiet, now, "UTC");
      expect(awakeAt(quiet, goes, "UTC")).toEqual(goes);
      let awake = 0;
      const until = afterMinutes(quiet, now, minutes, "UTC");
      for (let one = goes.getTime(); one < until.getTime(); one += 60_000)
        if (awakeAt(quiet, new Date(one), "UTC").getTime() === one) awake++;
      expect(awake).toBe(minutes);
    }),
    { numRuns: 40 },
  );
});
