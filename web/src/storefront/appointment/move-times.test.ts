import { expect, test } from "vitest";
import { timesIn } from "./move-times.ts";

const staff = [
  { staffId: "5", firstName: "Ana", isNow: true },
  { staffId: "8", firstName: "Lee", isNow: false },
];
const day = (...times: [number, string[]][]) => ({
  date: "2026-12-03",
  times: times.map(([startTime, staffIds]) => ({ startTime, staffIds })),
});
const said = (...times: [number, string[]][]) =>
  timesIn(day(...times), staff).map(({ startTime, who, staffId }) => [startTime, who, staffId]);

test("the times of a day stand by the clock, and all of them name somebody where one is with somebody else", () => {
  expect(said([600, ["5", "8"]], [900, ["5"]], [540, ["8"]])).toEqual([
    [540, "Lee", "8"],
    [600, "Ana", "0"],
    [900, "Ana", "0"],
  ]);
  expect(said([900, ["5"]], [600, ["5", "8"]]), "all with the same person").toEqual([
    [600, "", "0"],
    [900, "", "0"],
  ]);
});

test("three who do it now are named in one list", () => {
  const now = ["Ana", "Bea", "Cy"].map((firstName, nth) => ({ staffId: `${nth}`, firstName, isNow: true }));
  const lee = { staffId: "8", firstName: "Lee", isNow: false };
  expect(timesIn(day([540, ["8"]], [600, ["1"]]), [...now, lee]).map(({ who }) => who)).toEqual(["Lee", "Ana, Bea and Cy"]);
});
