import { expect, test } from "vitest";
import { daysOf, eachDay, weekOf } from "./ranges.ts";

const none = undefined;

test("auto-reply-time-range-filter: what the form saves has both times, and only days that have one", () => {
  const week = [
    [],
    [
      { start: 540, end: 600 },
      { start: none, end: 600 },
      { start: 540, end: none },
    ],
    [{ start: 5, end: none }],
    [],
    [],
    [],
    [],
  ];
  expect(daysOf(week)).toEqual([{ day: 1, ranges: [{ start: 540, end: 600 }] }]);
  expect(daysOf([[{ start: 0, end: 0 }]]), "midnight is a number").toEqual([{ day: 0, ranges: [{ start: 0, end: 0 }] }]);
});

test("a saved week is shown day by day, and each weekday starts with what held every day", () => {
  const ranges = [{ start: 1080, end: 540 }];
  expect(weekOf([{ day: 5, ranges }])).toEqual([[], [], [], [], [], ranges, []]);
  expect(daysOf(weekOf([{ day: 6, ranges }]))).toEqual([{ day: 6, ranges }]);
  expect(eachDay({ start: 60, end: 120 })).toEqual(Array.from({ length: 7 }, () => [{ start: 60, end: 120 }]));
  expect(eachDay({ start: none, end: 120 })[0]).toEqual([{ start: 1080, end: 540 }]);
});
