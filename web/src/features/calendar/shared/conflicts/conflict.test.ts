import { create } from "@bufbuild/protobuf";
import { TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { expect, test } from "vitest";
import { OUTSIDE_HOURS, SLOT_FULL, titleOf } from "./conflict.ts";
import { shownOf } from "./nearest-first.ts";

const names = new Map([["7", "Marcus Webb"]]);

test.each([
  ["not working at this time", "7", OUTSIDE_HOURS, "Marcus Webb is off at this time"],
  ["not working at this time", "0", OUTSIDE_HOURS, "Nobody works at this time"],
  ["conflict with existing booking", "7", SLOT_FULL, "This time is taken"],
  ["conflict with blocked time", "7", SLOT_FULL, "This time is blocked"],
])("what stands in the way: %s, staff %s", (kind, staffId, code, title) =>
  expect(titleOf({ code, message: "", detail: create(TimeConflictSchema, { kind, staffId }), held: false }, names)).toBe(title),
);

test("free times are shown in order of time, and the few that there is room for are those nearest to the wanted one", () => {
  const at = (date: string, startTime: number) => ({ date, startTime });
  const free = [at("2026-11-25", 960), at("2026-11-26", 540), at("2026-11-25", 1140), at("2026-11-25", 1020), at("2026-11-26", 1020)];
  expect(shownOf(free, 1080).map(({ date, startTime }) => [date, startTime])).toEqual([
    ["2026-11-25", 960],
    ["2026-11-25", 1020],
    ["2026-11-25", 1140],
    ["2026-11-26", 540],
    ["2026-11-26", 1020],
  ]);
  expect(shownOf(free, 1080, 2).map(({ startTime }) => startTime)).toEqual([1020, 1140]);
});
