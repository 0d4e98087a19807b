import { expect, test } from "vitest";
import { featureWords, fullness, isFull, usedWords } from "./plan-words.ts";

test.each([
  [2, 3, "2 of 3", 67, false],
  [3, 3, "3 of 3", 100, true],
  [5, 3, "5 of 3", 100, true],
  [0, 1, "0 of 1", 0, false],
  [7, 0, "7, no limit", undefined, false],
])("starter-staff-limit: %i used where %i are allowed", (used, limit, words, percent, full) => {
  expect([usedWords({ used, limit }), fullness({ used, limit }), isFull({ used, limit })]).toEqual([words, percent, full]);
});

test("features have words, also one that is new", () => {
  expect([featureWords("multiLocation"), featureWords("petCamera")]).toEqual(["Several locations", "Pet camera"]);
});
