import { expect, test } from "vitest";
import { fromMinor } from "../../../../ui/format/money.ts";
import { amountBy } from "./amount-by.ts";

test.each([
  ["all that is owed, while nothing was typed", undefined, "120"],
  ["what was typed", "45.50", "45.50"],
  ["what was typed, all of it", "120", "120"],
  ["no more than the way can give", "150", "120"],
])("another way of paying asks for %s", (_, typed, stands) => expect(amountBy(fromMinor(12_000n, "USD"), typed)).toBe(stands));
