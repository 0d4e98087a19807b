import { expect, test } from "vitest";
import { locationOptions } from "./client-values.ts";

const [north, south] = [
  { id: "1", name: "North" },
  { id: "2", name: "South" },
];

test.each([
  ["of one location there is nothing to choose", [north], "1", []],
  ["of several each is offered", [north, south], "2", ["North", "South"]],
  ["a client of none says so", [north], "0", ["No location in particular", "North"]],
  ["one that the asker does not reach stays", [north], "9", ["Another location", "North"]],
])("where a client may be at home: %s", (_, locations, now, labels) =>
  expect(locationOptions(locations, now).map(({ label }) => label)).toEqual(labels),
);
