import { expect, test } from "vitest";
import { afterNotice, earliestOn, lastDropOff } from "./earliest.ts";

const zone = "America/Los_Angeles";

test.each([
  ["no notice", 0, "2026-12-02T17:30:00Z", { date: "2026-12-02", minute: 570 }],
  ["a begun minute is over", 0, "2026-12-02T17:30:01Z", { date: "2026-12-02", minute: 571 }],
  ["two hours", 120, "2026-12-02T17:30:00Z", { date: "2026-12-02", minute: 690 }],
  ["over midnight there, where it is the next day in London", 120, "2026-12-03T06:30:00Z", { date: "2026-12-03", minute: 30 }],
  ["the night in which clocks go back", 24 * 60, "2026-10-31T19:00:00Z", { date: "2026-11-01", minute: 660 }],
])("after the notice: %s", (_, notice, now, from) => {
  expect(afterNotice(notice, zone, Date.parse(now))).toEqual(from);
});

test.each([
  ["a day before it has none", "2026-12-01", 720, null],
  ["its day from that minute on", "2026-12-02", 720, 600],
  ["its day at the very last", "2026-12-02", 600, 600],
  ["its day when the last one is over", "2026-12-02", 599, null],
  ["a later day is narrowed by nothing", "2026-12-03", 540, 0],
  ["a later day on which what is chosen begins before midnight", "2026-12-03", -1, null],
])("on a day: %s", (_, date, last, earliest) => {
  expect(earliestOn(date, last, { date: "2026-12-02", minute: 600 })).toBe(earliest);
});

test.each([
  ["ends as the shop closes", { from: 540, to: 1080 }, 360, 720],
  ["the last arrival comes before that", { from: 540, to: 1080 }, 60, 780],
  ["longer than the shop is open", { from: 540, to: 1080 }, 600, 540],
])("the last drop-off: %s", (_, open, longest, last) => {
  expect(lastDropOff(open, 780, longest)).toBe(last);
});
