import { expect, test } from "vitest";
import { asked } from "./asked.ts";

test.each([
  ["percentage", "150", "A percentage from 0 to 100, like 12.5"],
  ["percentage", "-1", "A percentage from 0 to 100, like 12.5"],
  ["percentage", "half", "A percentage from 0 to 100, like 12.5"],
  ["percentage", "0", "More than zero"],
  ["percentage", "12.5", undefined],
  ["percentage", "100", undefined],
  ["amount", "150", undefined],
  ["amount", "1.234", "Enter an amount like 12.50"],
  ["amount", "0", "More than zero"],
])("a %s of %s: %s", (type, value, said) => expect(asked(type, "USD")(value)).toBe(said));
