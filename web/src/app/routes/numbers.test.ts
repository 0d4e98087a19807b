import { expect, test } from "vitest";
import { namesNothing, withoutLetters } from "./numbers.ts";

test.each([
  [{ customerId: "42" }, false],
  [{ customerId: "letters" }, true],
  [{ customerId: "42", petId: "1x" }, true],
  [{ customerId: "42", petId: undefined }, false],
  [{ id: "9223372036854775807" }, false],
  [{ id: "9223372036854775808" }, true],
  [{ id: "-1" }, true],
  [{ encodeId: "AbC-9" }, false],
  [{ panel: "upcoming", tab: "x" }, false],
])("a path with %j names nothing: %s", (params, nothing) => expect(namesNothing(params)).toBe(nothing));

test.each([
  ["?appointment=letters&date=2026-03-02", "/c?date=2026-03-02"],
  ["?customerId=x", "/c"],
  ["?customerId=", undefined],
  ["?customerId=7&q=letters", undefined],
])("the query %s leads to %s", (search, to) => expect(withoutLetters("/c", search)).toBe(to));
