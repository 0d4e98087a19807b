import { expect, test } from "vitest";
import { arrivalSpan, arrivalWindowFor } from "./arrival-window.ts";

const half = { before: 30, after: 30 };

test.each([
  ["grooming", half, ["GROOMING"], half],
  ["a walk and an evaluation", half, ["DOG_WALKING", "EVALUATION"], half],
  ["a stay that has a bath too", half, ["BOARDING", "GROOMING"], undefined],
  ["daycare", half, ["DAYCARE"], undefined],
  ["a class", half, ["GROUP_CLASS"], undefined],
  ["nothing known", half, [], undefined],
  ["no window", { before: 0, after: 0 }, ["GROOMING"], undefined],
  ["only afterward", { before: 0, after: 60 }, ["GROOMING"], { before: 0, after: 60 }],
])("clients are told a window of what begins at a time of its own: %s", (_, window, careTypes, told) =>
  expect(arrivalWindowFor(window, careTypes)).toEqual(told),
);

test.each([
  [600, half, { from: 570, to: 630 }],
  [600, { before: 0, after: 60 }, { from: 600, to: 660 }],
  [10, half, { from: 0, to: 40 }],
  [1430, half, { from: 1400, to: 1439 }],
])("the window of a start at %i with %o stays on its day", (startTime, window, span) =>
  expect(arrivalSpan(startTime, window)).toEqual(span),
);
