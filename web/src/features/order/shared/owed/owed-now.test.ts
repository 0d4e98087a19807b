import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { AppointmentSchema, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { expect, test } from "vitest";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { fromMinor } from "../../../../ui/format/money.ts";
import { owedWords, standingOf } from "./owed-now.ts";

const now = { date: "2026-11-29", ms: Date.parse("2026-11-29T15:00:00Z") };
const visit = (from: string, to: string, status = AppointmentStatus.CONFIRMED) =>
  create(AppointmentSchema, { status, startAt: timestampFromDate(new Date(from)), endAt: timestampFromDate(new Date(to)) });

test.each([
  ["a sale of today", "2026-11-29", undefined, "due"],
  ["one of a later day whose appointment is not known", "2026-11-30", undefined, "to come"],
  ["today's visit that has not begun", "2026-11-29", visit("2026-11-29T16:00:00Z", "2026-11-29T17:00:00Z"), "to come"],
  ["today's visit under way", "2026-11-29", visit("2026-11-29T14:30:00Z", "2026-11-29T15:30:00Z"), "under way"],
  ["a stay that began days ago and goes on", "2026-11-26", visit("2026-11-26T15:00:00Z", "2026-12-01T15:00:00Z"), "under way"],
  ["a visit whose time is over", "2026-11-29", visit("2026-11-29T13:00:00Z", "2026-11-29T14:00:00Z"), "due"],
  [
    "a visit that was finished early",
    "2026-11-29",
    visit("2026-11-29T14:30:00Z", "2026-11-29T15:30:00Z", AppointmentStatus.FINISHED),
    "due",
  ],
  [
    "a canceled visit of a later day",
    "2026-11-30",
    visit("2026-11-30T16:00:00Z", "2026-11-30T17:00:00Z", AppointmentStatus.CANCELLED),
    "due",
  ],
])("what is owed now and what is not yet: %s", (_, day, of, standing) =>
  expect(standingOf(create(OrderSchema, { businessDate: isoToDay(day)! }), of, now)).toBe(standing),
);

test("the sum of all orders is said as what is owed now and what is not yet", () => {
  const usd = (minor: bigint) => fromMinor(minor, "USD");
  const written = (minor: bigint) => `$${(Number(minor) / 100).toFixed(2)}`;
  const due = { remain: usd(46_911n), due: true };
  expect(owedWords([due, { remain: usd(10_473n), due: false }], written)).toBe(
    "$469.11 is owed now, $104.73 is for appointments that are not over.",
  );
  expect(owedWords([due], written)).toBe("");
});
