import { create } from "@bufbuild/protobuf";
import { ClockLogSchema } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { expect, test } from "vitest";
import { entryTimes, entryValues, isOvernight } from "./entry.ts";

const zone = "America/New_York";
const stamp = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1000), nanos: 0 });
const values = { staffId: "7", date: "2026-11-20", start: 22 * 60, end: 6 * 60, note: "" };

test("an end before the start is on the next day", () => {
  expect(isOvernight(values)).toBe(true);
  expect(entryTimes(values, zone)).toEqual({ clockInTime: stamp("2026-11-21T03:00:00Z"), clockOutTime: stamp("2026-11-21T11:00:00Z") });
});

test("an entry that is still open has no end", () => {
  expect(entryTimes({ ...values, end: undefined }, zone)).toEqual({ clockInTime: stamp("2026-11-21T03:00:00Z") });
});

test("what is read and written again stays the same", () => {
  const log = create(ClockLogSchema, {
    staffId: "7",
    clockInTime: stamp("2026-11-20T14:05:00Z"),
    clockOutTime: stamp("2026-11-20T22:00:00Z"),
    note: "late",
  });
  const read = entryValues(log, zone, "2026-01-01");
  expect(read).toEqual({ staffId: "7", date: "2026-11-20", start: 545, end: 1020, note: "late" });
  expect(entryTimes(read, zone)).toEqual({ clockInTime: stamp("2026-11-20T14:05:00Z"), clockOutTime: stamp("2026-11-20T22:00:00Z") });
});
