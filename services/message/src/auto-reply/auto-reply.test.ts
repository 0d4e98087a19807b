import { describe, expect, test } from "vitest";
import { type AutoReplySetting, answersAt, cleanRanges, mayAnswerAgain } from "./auto-reply.ts";

const zone = "America/Los_Angeles";
const on: AutoReplySetting = { body: "We are closed", status: 1, startTime: 1080, endTime: 540, timeRange: [] };
// Friday, November 20, 2026 in Los Angeles (UTC-8).
const at = (time: string) => new Date(`2026-11-20T${time}:00-08:00`);

test("only entries with numeric start and end stay", () => {
  const given = [
    { day: 1, ranges: [{ start: 540, end: 600 }, { end: 600 }, { start: "x", end: 1 }] },
    { day: 2, ranges: [{ start: 5 }] },
  ];
  expect(cleanRanges(given)).toEqual([{ day: 1, ranges: [{ start: 540, end: 600 }] }]);
});

describe("when it answers", () => {
  test.each([
    ["17:59", false],
    ["18:00", true],
    ["23:59", true],
    ["08:59", true],
    ["09:00", false],
  ])("every day from 18:00 to 9:00: at %s %s", (time, expected) => expect(answersAt(on, at(time), zone)).toBe(expected));
  test("weekdays decide when any are given; a range over midnight belongs to the day it begins on", () => {
    const friday = { ...on, timeRange: [{ day: 5, ranges: [{ start: 1200, end: 360 }] }] };
    expect(answersAt(friday, at("21:00"), zone)).toBe(true);
    expect(answersAt(friday, at("05:00"), zone)).toBe(false);
    expect(answersAt(friday, new Date("2026-11-21T05:00:00-08:00"), zone)).toBe(true);
    expect(answersAt(friday, new Date("2026-11-21T21:00:00-08:00"), zone)).toBe(false);
  });
  test("never while not set, off, without words or without a time", () => {
    for (const status of [0, 2]) expect(answersAt({ ...on, status }, at("20:00"), zone)).toBe(false);
    expect(answersAt({ ...on, body: " " }, at("20:00"), zone)).toBe(false);
    expect(answersAt({ ...on, startTime: 0, endTime: 0 }, at("20:00"), zone)).toBe(false);
  });
  test("at most once in 24 hours", () => {
    const now = at("20:00");
    expect(mayAnswerAgain(null, now)).toBe(true);
    expect(mayAnswerAgain(new Date(now.getTime() - 86_399_999), now)).toBe(false);
    expect(mayAnswerAgain(new Date(now.getTime() - 86_400_000), now)).toBe(true);
  });
});
