import { expect, test } from "vitest";
import { careFeeText } from "./price-unit.tsx";

const money = () => "$2.00";
test.each([
  [3, 4, "Fee: $2.00 each time medication is given"],
  [3, 2, "Fee: $2.00 for each pet that is given medication"],
  [3, 1, "Fee: $2.00 if medication is given"],
  [4, 4, "Fee: $2.00 each time a pet is fed"],
  [4, 2, "Fee: $2.00 for each pet that is fed"],
  [4, 1, "Fee: $2.00 if a pet is fed"],
  [0, 2, ""],
  [1, 3, ""],
])("a charge of the kind %i, taken %i, is told as %j", (surchargeType, applyType, text) => {
  expect(careFeeText({ name: "Fee", surchargeType, applyType }, money)).toBe(text);
});
