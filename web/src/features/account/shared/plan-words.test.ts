import { expect, test } from "vitest";
import { routes } from "../../../app/routes/routes.ts";
import { featureWords, fullness, isBuilt, isFull, usedWords } from "./plan-words.ts";

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

test("a plan ticks a feature only where its page is there", () => {
  const there = (path: string) => routes.some((route) => route.path === path && route.load !== undefined);
  expect([isBuilt("clients"), isBuilt("lodging"), isBuilt("workflows")]).toEqual([
    true,
    there("/calendar/lodging"),
    there("/automatedWorkflow"),
  ]);
});
