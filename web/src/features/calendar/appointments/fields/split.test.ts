import { expect, test } from "vitest";
import { lengthOf, newSplit, operationsOf, timesIn, withoutPerson, withPerson, wrongWith } from "./split.ts";

const two = newSplit({ staffId: "1", minutes: "75" }, "2");

test("a second person takes half of time and price; side by side it takes as long as the longer half", () => {
  expect(timesIn(two)).toEqual([
    { staffId: "1", from: 0, minutes: 38 },
    { staffId: "2", from: 38, minutes: 37 },
  ]);
  expect([lengthOf(two), lengthOf({ ...two, together: true }), wrongWith(two)]).toEqual([75, 38, undefined]);
  expect(operationsOf(two).operationList.map(({ priceRatio }) => priceRatio)).toEqual(["50", "50"]);
});

test("with the usual split, its tasks, minutes and shares", () => {
  const step = (taskName: string, duration: number, priceRatio: number) => ({
    taskName,
    duration,
    priceRatio,
    workMode: 2,
    staffNumber: 2,
  });
  const usual = { workPattern: [step("Bath", 30, 40), step("Cut", 45, 60)] } as Parameters<typeof newSplit>[2];
  const split = newSplit({ staffId: "1", minutes: "60" }, "2", usual);
  expect([split.together, split.parts]).toEqual([
    true,
    [
      { staffId: "1", task: "Bath", minutes: "30", share: "40" },
      { staffId: "2", task: "Cut", minutes: "45", share: "60" },
    ],
  ]);
});

test("three share it in equal parts that come to the whole; one who is left does it alone", () => {
  const three = withPerson(two, "3");
  expect([three.parts.map(({ share }) => share), wrongWith(three)]).toEqual([["33.3334", "33.3333", "33.3333"], undefined]);
  expect(withoutPerson(three, 0).split?.parts.map(({ staffId, share }) => [staffId, share])).toEqual([
    ["2", "50"],
    ["3", "50"],
  ]);
  expect(withoutPerson(two, 0)).toEqual({ split: undefined, staffId: "2", minutes: "37" });
  expect(withoutPerson(two, 1)).toEqual({ split: undefined, staffId: "1", minutes: "38" });
});

const changed = (change: object) => ({ ...two, parts: two.parts.map((part, nth) => (nth === 1 ? { ...part, ...change } : part)) });
test.each([
  ["a person twice", { staffId: "1" }, "Each person can do one part of a service."],
  ["no minutes", { minutes: "" }, "The minutes of each part must be between 1 and 1,440."],
  ["a share that is none", { share: "" }, "Each share is a percentage, like 50 or 33.33."],
  ["shares beside the whole", { share: "40" }, "The shares add up to 90%. They must come to 100%."],
])("cannot be saved: %s", (_, change, words) => {
  expect(wrongWith(changed(change))).toBe(words);
});
