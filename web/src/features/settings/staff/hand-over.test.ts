import { expect, test } from "vitest";
import { handedOver } from "./hand-over.ts";

test.each([
  [0, 0, ""],
  [1, 0, "1 visit handed over."],
  [3, 1, "3 visits handed over. 1 visit overlaps something now."],
  [3, 2, "3 visits handed over. 2 visits overlap something now."],
])("%i visits handed over, %i of them beside others, read %j", (transferred, overbooked, expected) =>
  expect(handedOver({ transferred, overbooked })).toBe(expected),
);
