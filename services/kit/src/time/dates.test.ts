import { create } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { DateSchema } from "@leashline/proto/google/type/date_pb.js";
import { describe, expect, test } from "vitest";
import { fromTimestamp, fromWireDate, plainDate } from "./dates.ts";

describe("what is no day or instant of the years 1 to 9999 is refused, for it could not be read again", () => {
  test.each([
    [2026, 2, 29],
    [2026, 13, 1],
    [0, 1, 1],
    [-4, 1, 1],
    [10_000, 1, 1],
    [15_850, 11, 24],
  ])("the date %i-%i-%i", (year, month, day) => {
    expect(() => fromWireDate(create(DateSchema, { year, month, day }), "day")).toThrow("params error");
  });

  test.each(["+015850-11-24", "-000001-01-01", "2026-02-29", "tomorrow", ""])("the text %j", (text) => {
    expect(() => plainDate(text, "day")).toThrow("params error");
  });

  test.each([253_402_300_800n, -62_135_596_801n, 9_223_372_036_854_775_807n])("the instant %d", (seconds) => {
    expect(() => fromTimestamp(create(TimestampSchema, { seconds }))).toThrow("A date is out of range.");
  });

  test("the first and last of them hold", () => {
    expect(fromWireDate(create(DateSchema, { year: 9999, month: 12, day: 31 }), "day")).toBe("9999-12-31");
    expect(plainDate("2028-02-29", "day")).toBe("2028-02-29");
    expect(fromTimestamp(create(TimestampSchema, { seconds: 253_402_300_799n }))?.toISOString()).toBe("9999-12-31T23:59:59.000Z");
  });
});
