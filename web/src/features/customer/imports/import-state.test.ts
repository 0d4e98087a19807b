import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { expect, test } from "vitest";
import { doubled, isWorking, percent, STATUS_WORDS, stepOf } from "./import-state.ts";

test("every state of an import has a step and words", () => {
  const states = Object.values(ImportStatus).filter((value): value is ImportStatus => typeof value === "number" && value !== 0);
  for (const state of states) expect(STATUS_WORDS[state], String(state)).toBeTruthy();
  expect([undefined, ImportStatus.READY, ImportStatus.CHECKED, ImportStatus.ROLLED_BACK].map(stepOf)).toEqual([0, 1, 2, 3]);
  expect(states.filter(isWorking)).toEqual([ImportStatus.CHECKING, ImportStatus.RUNNING, ImportStatus.ROLLING_BACK]);
});

test("progress is a share of the rows, once their number is known", () => {
  const progress = (rowsRead: number, rowsTotal: number) => percent({ rowsRead, rowsTotal } as Parameters<typeof percent>[0]);
  expect([progress(0, 0), progress(5, 10), progress(12, 10), percent(undefined)]).toEqual([undefined, 50, 100, undefined]);
});

test("two columns for one field are found; unused columns do not count", () =>
  expect(doubled([{ field: "" }, { field: "" }, { field: "pet_name" }, { field: "pet_name" }, { field: "email" }])).toEqual(
    new Set(["pet_name"]),
  ));
