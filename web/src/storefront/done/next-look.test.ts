import { expect, test } from "vitest";
import { untilNextLook } from "./next-look.ts";

test("a request that was just sent is looked at again after one, two and four seconds, then every twenty", () => {
  expect([1, 2, 3, 4, 5].map(untilNextLook)).toEqual([1_000, 2_000, 4_000, 20_000, 20_000]);
});
