import { expect, test } from "vitest";
import { fromMinor } from "../../../ui/format/money.ts";
import { refundedWord } from "./payment-status.ts";

test.each([
  ["nothing", 0n, ""],
  ["a part", 500n, "Partially refunded"],
  ["all", 2_000n, "Refunded"],
])("a payment of which %s went back", (_, refunded, word) => {
  expect(refundedWord({ amount: fromMinor(2_000n, "USD"), refunded: fromMinor(refunded, "USD") })).toBe(word);
});
