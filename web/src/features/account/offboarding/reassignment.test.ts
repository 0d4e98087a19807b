import { expect, test } from "vitest";
import { handedOver } from "./reassignment.ts";

test.each([
  [0, 0, ""],
  [1, 0, "1 appointment reassigned."],
  [3, 1, "3 appointments reassigned. 1 appointment overlaps something now."],
  [3, 2, "3 appointments reassigned. 2 appointments overlap something now."],
])("%i appointments reassigned, %i of them beside others, read %j", (transferred, overbooked, expected) =>
  expect(handedOver({ transferred, overbooked })).toBe(expected),
);
