import { expect, test } from "vitest";
import { whyNoAmount } from "./given-amount.ts";

test.each(["", "1", "1/2", "1 1/2", "½", "2-3", "0.5", ".5", "0,25", "10", "a pinch", "- as needed", "one"])(
  "%j is an amount",
  (amount) => {
    expect(whyNoAmount(amount)).toBeUndefined();
  },
);

test.each(["-1", " - 1", "\u22121", "-1/2", "-½", "-.5", "0", "0.0", "0/2", "00 cups"])("%j is none", (amount) => {
  expect(whyNoAmount(amount)).toBe("must be more than 0");
});
