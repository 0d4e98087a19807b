import { expect, test } from "vitest";
import { liesUnder } from "./toast-place.ts";

const box = (left: number, top: number, width = 120, height = 40) => ({ left, right: left + width, top, bottom: top + height });

test.each([
  ["a card in the middle, low down", 1440, 900, box(660, 820), true],
  ["one above where three notices reach", 1440, 900, box(660, 640), false],
  ["one that ends where they begin", 1440, 900, box(660, 650, 120, 40), false],
  ["one that reaches a pixel under them", 1440, 900, box(660, 651, 120, 40), true],
  ["one low down at the left", 1440, 900, box(300, 820), false],
  ["one low down at the right", 1440, 900, box(1300, 820), false],
  ["on a phone, a row low down", 390, 844, box(16, 700), true],
  ["on a phone, the tabs at the foot", 390, 844, box(0, 790, 390, 54), false],
  ["on a phone, the upper half", 390, 844, box(16, 300), false],
])("notices lie over what they tell of: %s", (_, width, height, at, expected) => expect(liesUnder(at, { width, height })).toBe(expected));
