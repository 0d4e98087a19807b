import fc from "fast-check";
import { expect, test } from "vitest";
import { moved } from "./useRowDrag.ts";

test.each([
  [0, 2, ["b", "c", "a"]],
  [2, 0, ["c", "a", "b"]],
  [1, 1, ["a", "b", "c"]],
])("the row at %i goes to %i", (from, to, expected) => expect(moved(["a", "b", "c"], from, to)).toEqual(expected));

test("moving a row loses none, and moving it back restores the order", () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (rows, a, b) => {
      const [from, to] = [a % rows.length, b % rows.length];
      const there = moved(rows, from, to);
      expect(there[to]).toBe(rows[from]);
      expect(moved(there, to, from)).toEqual(rows);
    }),
  ));
