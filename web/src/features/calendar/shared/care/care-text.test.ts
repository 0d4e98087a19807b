import { expect, test } from "vitest";
import { givenText, grouped } from "./care-text.ts";

test.each([
  [{ name: "Kibble", amount: "1/2", unit: "cup" }, "1/2 cup Kibble"],
  [{ name: " Apoquel ", amount: "", unit: "" }, "Apoquel"],
])("what is given: %j", (given, text) => expect(givenText(given)).toBe(text));

test("tasks are grouped by time, or by room", () => {
  const task = (time: number, lodgingUnitName: string) => ({ time, lodgingUnitName });
  const tasks = [task(480, "Suite 1"), task(480, ""), task(1080, "Suite 1")];
  const titles = (by: "time" | "room") => grouped(tasks, by, String).map(({ title, tasks: own }) => [title, own.length]);
  expect(titles("time")).toEqual([
    ["480", 2],
    ["1080", 1],
  ]);
  expect(titles("room")).toEqual([
    ["Suite 1", 2],
    ["No room", 1],
  ]);
});
