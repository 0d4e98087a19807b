import { expect, test } from "vitest";
import { cardIdOf, entryOf, groupsOf, type WaitingPlace } from "./waiting.ts";

const at = (entryId: string, startTime: number, staffId = "5"): WaitingPlace => ({
  ...{ entryId, startTime, staffId, date: "2030-01-01", endTime: startTime + 30, name: `Client ${entryId}`, what: "" },
});

test("who would fit at the same time with the same person stands in one place, who waits longest first", () => {
  const groups = groupsOf([at("1", 600), at("2", 600), at("3", 615), at("4", 600, "6")]);
  expect(groups.map(({ first, others }) => [first.entryId, others.map(({ entryId }) => entryId)])).toEqual([
    ["1", ["2"]],
    ["3", []],
    ["4", []],
  ]);
});

test("a card that is dragged says who waits, and only theirs does", () => {
  expect(entryOf(cardIdOf(at("12", 600)))).toBe("12");
  expect(entryOf("12")).toBeUndefined();
});
