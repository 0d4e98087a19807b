import { expect, test } from "vitest";
import { everyWeek, toggled } from "./days.ts";

test("a day that is pressed comes in its order, and pressed again it goes", () => {
  expect(toggled(["2030-01-10"], "2030-01-08")).toEqual(["2030-01-08", "2030-01-10"]);
  expect(toggled(["2030-01-08", "2030-01-10"], "2030-01-08")).toEqual(["2030-01-10"]);
});

test("the same weekdays of the next three weeks are added where there are places", () => {
  const isFree = (day: string) => day !== "2030-01-15";
  expect(everyWeek(["2030-01-08", "2030-01-10"], isFree)).toEqual([
    ...["2030-01-08", "2030-01-10", "2030-01-17", "2030-01-22"],
    ...["2030-01-24", "2030-01-29", "2030-01-31"],
  ]);
});
