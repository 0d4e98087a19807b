import { expect, test } from "vitest";
import { handedOver } from "./hand-over.ts";

test.each([
  [0, 0, ""],
  [1, 0, "1 visit reassigned."],
  [3, 1, "3 visits reassigned. 1 visit overlaps something now."],
  [3, 2, "3 visits reassigned. 2 visits overlap something now."],
])("%i visits reassigned, %i of them beside others, read %j", (transferred, overbooked, expected) =>
  expect(handedOver({ transferred, overbooked })).toBe(expected),
);
