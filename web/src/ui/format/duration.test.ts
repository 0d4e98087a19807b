import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test.each([
  [90, "1 hr 30 mins"],
  [60, "1 hr"],
  [150, "2 hrs 30 mins"],
  [1, "1 min"],
  [0, "0 mins"],
  [61, "1 hr 1 min"],
])("duration-format: %i minutes", (minutes, words) => {
  expect(formatDuration(minutes)).toBe(words);
});
