import { expect, test } from "vitest";
import { headBelow, liesUnder } from "./toast-place.ts";

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

test.each([
  ["nothing says whose it is", 390, [], 64],
  ["a name under the bar", 390, [box(18, 66, 340, 52)], 126],
  ["a name above them", 390, [box(18, 8, 340, 40)], 64],
  ["a name that they do not reach", 390, [box(18, 140, 340, 40)], 64],
  ["a panel's name and, below it, the page's", 390, [box(18, 130, 340, 40), box(18, 66, 340, 52)], 178],
  ["a panel at the side of a wide window", 1440, [box(1018, 66, 340, 52)], 64],
  ["a name that fills the window", 390, [box(18, 66, 340, 700)], 64],
])("notices at the head leave free whose page it is: %s", (_, width, names, top) =>
  expect(headBelow(names, { width, height: 844 })).toBe(top),
);
