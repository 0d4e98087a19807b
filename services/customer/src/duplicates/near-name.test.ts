import { expect, test } from "vitest";
import { isNearName } from "./near-name.ts";

test.each([
  ["jon smith", "john smith", true],
  ["john smith", "john smyth", true],
  ["theo gable", "theodore gable", true],
  ["mary ann o'brien", "mary obrien", true],
  ["josé garcía", "jose garcia", true],
  ["jon underhill", "beth underhill", false],
  ["ann smith", "dan smith", false],
  ["maria lopez", "marco lopes", false],
  ["john smith", "john smith", false],
  ["smith", "smyth", false],
  ["", "john smith", false],
])("%s and %s are nearly one name: %s", (one, other, is) => {
  expect([isNearName(one, other), isNearName(other, one)]).toEqual([is, is]);
});
