import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { isUnderWay, mayHaveChanged, untilNextLook } from "./next-look.ts";

test.each([
  ["not there yet", undefined, false],
  ["it waits for an answer", { status: "submitted" }, true],
  ["it waits for an opening", { status: "waitlisted" }, false],
  ["it waits for nothing any more", { status: "unlisted" }, false],
  ["accepted without a card", { status: "accepted" }, false],
  ["accepted, its money still held", { status: "accepted", payment: { prepayStatus: PrepayStatus.REQUIRE_CAPTURE } }, true],
  ["accepted, its money being taken", { status: "accepted", payment: { prepayStatus: PrepayStatus.PROCESSING_CAPTURE } }, true],
  ["accepted and paid", { status: "accepted", payment: { prepayStatus: PrepayStatus.PAID } }, false],
  ["declined", { status: "declined", payment: { prepayStatus: PrepayStatus.REQUIRE_CAPTURE } }, false],
])("looked at again by itself: %s", (_, booking, again) => {
  expect(isUnderWay(booking)).toBe(again);
});

test("whoever comes back to the page while the request waits, for an answer or an opening, is shown how it stands by then", () => {
  const statuses = ["submitted", "waitlisted", "accepted", "declined", "unlisted"];
  expect(statuses.filter((status) => mayHaveChanged({ status }))).toEqual(["submitted", "waitlisted"]);
});

test("a request that was just sent is looked at again after one, two and four seconds, then every twenty", () => {
  expect([1, 2, 3, 4, 5].map(untilNextLook)).toEqual([1_000, 2_000, 4_000, 20_000, 20_000]);
});
