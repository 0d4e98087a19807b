import fc from "fast-check";
import { expect, test } from "vitest";
import { bestOrder, type Problem, type RouteStop, startsOf, walk } from "./route.ts";

const between = (from: number, to: number, duration = 0): RouteStop => ({
  duration,
  startFrom: (minute) => (minute > to ? undefined : Math.max(minute, from)),
  startUpTo: (minute) => (minute < from ? undefined : Math.min(minute, to)),
});
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

type Window = readonly [from: number, to: number];
/** A public problem: how long each stop takes, its windows, the lengths of its ways with the depot first, and the length of the best tour known. */
type Known = { name: string; best: number; duration: number; windows: readonly Window[]; ways: readonly (readonly number[])[] };

function problemOf({ duration, windows, ways }: Known): Problem {
  const row = (nth: number) => Math.max(0, nth + 1);
  return {
    leaves: 0,
    minutes: (a, b) => ways[row(a)]?.[row(b)] ?? 0,
    stops: windows.map(([from, to]) => between(from, to, duration)),
  };
}

/** Customers of Solomon's C101 that one van serves there, with the depot first. */
const c101 = [
  [40, 50],
  [45, 68],
  [45, 70],
  [42, 66],
  [42, 68],
  [42, 65],
  [40, 69],
  [40, 66],
  [38, 68],
  [38, 70],
  [35, 66],
  [35, 69],
  [45, 65],
] as const;

const problems: Known[] = [
  {
    name: "Dumas et al. 1995, n20w20.001",
    best: 378,
    duration: 0,
    windows: [
      [62, 68],
      [181, 205],
      [306, 324],
      [214, 217],
      [51, 61],
      [102, 129],
      [175, 186],
      [250, 263],
      [3, 23],
      [21, 49],
      [79, 90],
      [78, 96],
      [140, 154],
      [354, 386],
      [42, 63],
      [2, 13],
      [24, 42],
      [20, 33],
      [9, 21],
      [275, 300],
    ],
    ways: [
      "0 19 17 34 7 20 10 17 28 15 23 29 23 29 21 20 9 16 21 13 12",
      "19 0 10 41 26 3 27 25 15 17 17 14 18 48 17 6 21 14 17 13 31",
      "17 10 0 47 23 13 26 15 25 22 26 24 27 44 7 5 23 21 25 18 29",
      "34 41 47 0 36 39 25 51 36 24 27 38 25 44 54 45 25 28 26 28 27",
      "7 26 23 36 0 27 11 17 35 22 30 36 30 22 25 26 14 23 28 20 10",
      "20 3 13 39 27 0 26 27 12 15 14 11 15 49 20 9 20 11 14 11 30",
      "10 27 26 25 11 26 0 26 31 14 23 32 22 25 31 28 6 17 21 15 4",
      "17 25 15 51 17 27 26 0 39 31 38 38 38 34 13 20 26 31 36 28 27",
      "28 15 25 36 35 12 31 39 0 17 9 2 11 56 32 21 24 13 11 15 35",
      "15 17 22 24 22 15 14 31 17 0 9 18 8 39 29 21 8 4 7 4 18",
      "23 17 26 27 30 14 23 38 9 9 0 11 2 48 33 23 17 7 2 10 27",
      "29 14 24 38 36 11 32 38 2 18 11 0 13 57 31 20 25 14 13 17 36",
      "23 18 27 25 30 15 22 38 11 8 2 13 0 47 34 24 16 7 2 10 26",
      "29 48 44 44 22 49 25 34 56 39 48 57 47 0 46 48 31 42 46 40 21",
      "21 17 7 54 25 20 31 13 32 29 33 31 34 46 0 11 29 28 32 25 33",
      "20 6 5 45 26 9 28 20 21 21 23 20 24 48 11 0 23 19 22 17 32",
      "9 21 23 25 14 20 6 26 24 8 17 25 16 31 29 23 0 11 15 9 10",
      "16 14 21 28 23 11 17 31 13 4 7 14 7 42 28 19 11 0 5 3 21",
      "21 17 25 26 28 14 21 36 11 7 2 13 2 46 32 22 15 5 0 8 25",
      "13 13 18 28 20 11 15 28 15 4 10 17 10 40 25 17 9 3 8 0 19",
      "12 31 29 27 10 30 4 27 35 18 27 36 26 21 33 32 10 21 25 19 0",
    ].map((row) => row.split(" ").map(Number)),
  },
  {
    name: "Solomon 1987, C101, the van of customers 1 to 11 and 75",
    best: 59.49,
    duration: 90,
    windows: [
      [912, 967],
      [825, 870],
      [65, 146],
      [727, 782],
      [15, 67],
      [621, 702],
      [170, 225],
      [255, 324],
      [534, 605],
      [357, 410],
      [448, 505],
      [997, 1068],
    ],
    ways: c101.map(([x, y]) => c101.map(([a, b]) => Math.hypot(x - a, y - b))),
  },
];

test.each(problems)("$name: within 5 % of the best tour that is known, and each stop in its window", (known) => {
  const given = upTo(known.windows.length);
  const { order, walked } = bestOrder(problemOf(known), given);
  expect(order.toSorted((a, b) => a - b)).toEqual(given);
  expect(walked.missed).toBe(0);
  expect(walked.driven).toBeGreaterThan(known.best - 0.01);
  expect(walked.driven).toBeLessThanOrEqual(known.best * 1.05);
});

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield [];
  for (const [n, one] of items.entries()) for (const rest of permutations(items.toSpliced(n, 1))) yield [one, ...rest];
}

const anyProblem = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 60 }),
      y: fc.integer({ min: 0, max: 60 }),
      from: fc.integer({ min: 0, max: 400 }),
      wide: fc.integer({ min: 0, max: 500 }),
      duration: fc.integer({ min: 5, max: 60 }),
      placeless: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all): Problem => {
    const at = (nth: number) => all[nth] ?? { x: 30, y: 30 };
    return {
      leaves: 0,
      minutes: (a, b) => Math.ceil(Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y)),
      stops: all.map(({ from, wide, duration, placeless }) => ({ ...between(from, from + wide, duration), placeless })),
    };
  });

test("a day of up to six stops: as good as the best of all orders, never worse than it was, always the same", () => {
  fc.assert(
    fc.property(anyProblem, (problem) => {
      const given = upTo(problem.stops.length);
      const found = bestOrder(problem, given);
      const all = [...permutations(given)].map((order) => walk(problem, order));
      const fewest = Math.min(...all.map(({ missed }) => missed));
      const least = Math.min(...all.filter(({ missed }) => missed === fewest).map(({ driven }) => driven));
      expect(found.walked.missed).toBe(fewest);
      expect(found.walked.driven).toBeLessThanOrEqual(least * 1.05);
      const before = walk(problem, given);
      if (before.missed === fewest) expect(found.walked.driven).toBeLessThanOrEqual(before.driven);
      expect(bestOrder(problem, given)).toEqual(found);
    }),
    { numRuns: 150 },
  );
});

test("times of an order can be driven, lie in their windows, and stay what they were where that fits", () => {
  fc.assert(
    fc.property(anyProblem, fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 6, maxLength: 6 }), (problem, wanted) => {
      const { order, walked } = bestOrder(problem, upTo(problem.stops.length));
      const starts = startsOf(problem, order, wanted);
      expect(starts === undefined).toBe(walked.missed > 0);
      if (!starts) return;
      let [here, clock] = [-1, 0];
      for (const [k, nth] of order.entries()) {
        const stop = problem.stops[nth] as RouteStop;
        const start = starts[k] as number;
        expect(start).toBeGreaterThanOrEqual(clock + (stop.placeless ? 0 : problem.minutes(here, nth)));
        expect(stop.startFrom(start)).toBe(start);
        clock = start + stop.duration;
        if (!stop.placeless) here = nth;
      }
      const again = startsOf(problem, order, Object.assign([...wanted], Object.fromEntries(order.map((nth, k) => [nth, starts[k]]))));
      expect(again).toEqual(starts);
    }),
    { numRuns: 200 },
  );
});
