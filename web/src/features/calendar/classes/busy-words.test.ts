import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { expect, test } from "vitest";
import { formatAs } from "../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../ui/format/preferences.ts";
import { conflictOf, OUTSIDE_HOURS, SLOT_FULL } from "../shared/conflicts/conflict.ts";
import { busyWords } from "./busy-words.ts";

const names = new Map([["7", "Marcus Webb"]]);
const refusedWith = (code: number, staffId: string, more: Record<string, string> = {}) =>
  new ConnectError("taken", Code.FailedPrecondition, undefined, [
    { desc: ErrorInfoSchema, value: { domain: "leashline", metadata: { code: String(code), date: "2026-12-01", ...more } } },
    { desc: TimeConflictSchema, value: create(TimeConflictSchema, { staffId }) },
  ]);

test.each([
  [SLOT_FULL, "7", "Agility, 3:00 – 4:00 PM", "Marcus Webb is busy at this time on Tue, 1 Dec"],
  [OUTSIDE_HOURS, "7", "Works 9:00 AM – 6:00 PM", "Marcus Webb is off at this time on Tue, 1 Dec"],
  [SLOT_FULL, "9", "", "The instructor is busy at this time on Tue, 1 Dec"],
])("why an instructor cannot hold a class: %i of %s", (code, staffId, clash, title) => {
  const conflict = conflictOf(refusedWith(code, staffId))!;
  expect(busyWords(conflict, { names, format: formatAs(defaultPreferences), clash })).toEqual({ title, ...(clash && { body: clash }) });
});

test.each([
  ["2026-12-01,2026-12-08", "Tue, 1 Dec and Tue, 8 Dec"],
  ["2026-12-01,2026-12-08,2026-12-15,2026-12-22,2026-12-29", "Tue, 1 Dec; Tue, 8 Dec; Tue, 15 Dec and 2 more days"],
])("all the days of a class on which its instructor is off are named: %s", (dates, days) => {
  const conflict = conflictOf(refusedWith(OUTSIDE_HOURS, "7", { dates }))!;
  expect(busyWords(conflict, { names, format: formatAs(defaultPreferences), clash: "" }).title).toBe(
    `Marcus Webb is off at this time on ${days}`,
  );
});
