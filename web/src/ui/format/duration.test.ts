import { expect, test } from "vitest";
import { formatDuration, formatDurationShort } from "./duration.ts";

test.each([
  [90, "1 hr 30 mins", "1 hr 30 min"],
  [60, "1 hr", "1 hr"],
  [150, "2 hrs 30 mins", "2 hr 30 min"],
  [1, "1 min", "1 min"],
  [0, "0 mins", "0 min"],
  [61, "1 hr 1 min", "1 hr 1 min"],
])("duration-format: %i minutes", (minutes, long, short) => {
  expect(formatDuration(minutes)).toBe(long);
  expect(formatDurationShort(minutes)).toBe(short);
});
