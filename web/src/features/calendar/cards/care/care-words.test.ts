import { expect, test } from "vitest";
import { carePartsOf } from "./care-words.ts";

const nobody = { daycarePets: 0, daycareAtOnce: 0, boardingPets: 0, arrivingPets: 0, leavingPets: 0 };
const both = ["DAYCARE", "BOARDING"];
const texts = (day: object, types = both, date = "2026-11-28") =>
  carePartsOf({ ...nobody, ...day }, types, date, "2026-11-28").map(({ text }) => text);

test.each([
  ["of how many, where the day has a number", { daycarePets: 14, daycareAtOnce: 12, daycareHeads: 20 }, ["Daycare 12 of 20", "Boarding 0"]],
  ["the pets alone, where it has none", { daycarePets: 3, daycareAtOnce: 3, boardingPets: 8 }, ["Daycare 3", "Boarding 8"]],
  ["a day without daycare", { daycareHeads: 0 }, ["No daycare", "Boarding 0"]],
  ["somebody all the same", { daycareHeads: 0, daycarePets: 1, daycareAtOnce: 1 }, ["Daycare 1 of 0", "Boarding 0"]],
  ["who comes and goes", { boardingPets: 8, arrivingPets: 3, leavingPets: 2 }, ["Daycare 0", "Boarding 8", "3 arriving", "2 leaving"]],
])("the day in words: %s", (_, day, expected) => {
  expect(texts(day)).toEqual(expected);
});

test("a location is told only what it has; pets that come for daycare all the same are told of", () => {
  expect(texts({ boardingPets: 2 }, ["BOARDING"])).toEqual(["Boarding 2"]);
  expect(texts({ daycarePets: 2 }, ["BOARDING"])).toEqual(["Daycare 2", "Boarding 0"]);
  expect(texts({}, ["DAYCARE"])).toEqual(["Daycare 0"]);
});

test("full is where as many come at once as the day takes; a limit is no limit for half days beside each other", () => {
  const daycare = (daycareAtOnce: number) =>
    carePartsOf({ ...nobody, daycarePets: 22, daycareAtOnce, daycareHeads: 20 }, both, "2026-11-28", "2026-11-28")[0];
  expect([daycare(19)?.full, daycare(20)?.full]).toEqual([false, true]);
  expect(daycare(20)?.label).toBe("Daycare: 20 of 20 places taken, full, 22 pets");
});

test("each leads to who they are on that day: under the tab under which they stand by now", () => {
  const day = { ...nobody, daycarePets: 1, arrivingPets: 1, leavingPets: 1 };
  const addresses = (date: string) => carePartsOf(day, both, date, "2026-11-28").map(({ to }) => to);
  expect(addresses("2026-11-28")).toEqual([
    "/home/overview?date=2026-11-28&care=DAYCARE",
    "/calendar/lodging?date=2026-11-28",
    "/home/overview?date=2026-11-28&stay=arrivals",
    "/home/overview?date=2026-11-28&stay=departures&tab=in-store",
  ]);
  expect(addresses("2026-11-27").filter((to) => to.includes("tab=finished"))).toHaveLength(3);
  expect(addresses("2026-11-29").filter((to) => to.includes("tab="))).toEqual([]);
});
