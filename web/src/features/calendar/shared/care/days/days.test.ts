import { create } from "@bufbuild/protobuf";
import { CareScheduleSchema } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { expect, test } from "vitest";
import { dayToIso } from "../../../../../ui/format/dates.ts";
import { daysOf, daysOnWire, daysText } from "./days.ts";

const first = { year: 2026, month: 11, day: 26 };
const last = { year: 2026, month: 12, day: 3 };

test.each([
  [{ everyDays: 1 }, ""],
  [{ everyDays: 2 }, "Every other day"],
  [{ everyDays: 1, lastDate: last }, "Until 2026-12-03"],
  [{ everyDays: 3, firstDate: first, lastDate: last }, "Every 3 days from 2026-11-26 until 2026-12-03"],
])("on which days: %j", (days, text) => expect(daysText(create(CareScheduleSchema, days), dayToIso)).toBe(text));

test("what a form holds goes to where it came from; a day that was emptied is left out", () => {
  const days = { everyDays: 2, firstDate: first, lastDate: last };
  const values = daysOf(create(CareScheduleSchema, days));
  expect(daysOnWire(values)).toEqual(days);
  expect(daysOnWire({ ...values, firstDate: "" })).toEqual({ everyDays: 2, lastDate: last });
  expect(daysOf()).toEqual({ firstDate: "", lastDate: "", everyDays: "1" });
});
