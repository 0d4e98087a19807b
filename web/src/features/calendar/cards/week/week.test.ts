import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { expect, test } from "vitest";
import { gaps } from "../../shared/starts/next-free.ts";
import { cellKey, cellOf, firstGap, freeMinutes } from "./week.ts";

const day = [
  { startTime: 540, endTime: 720 },
  { startTime: 780, endTime: 1020 },
];
const card = (startTime: number, endTime: number) => create(CalendarCardSchema, { startTime, endTime });

test.each([
  ["an empty day", [], 0, 420, 540],
  ["five at the same time take it once", Array.from({ length: 5 }, () => card(540, 600)), 0, 360, 600],
  ["a card without a length takes an hour", [card(600, 600)], 0, 360, 540],
  ["what began before work and ends in it", [card(480, 570)], 0, 390, 570],
  ["what is left of today", [card(840, 900)], 795, 165, 795],
  ["a full day", [card(540, 1020)], 0, 0, 540],
])("free time: %s", (_, cards, from, minutes, first) => {
  const free = gaps(day, cards, from);
  expect([freeMinutes(free), firstGap(free, day)]).toEqual([minutes, first]);
});

test("a gap too short for a quarter of an hour is not booked", () => {
  expect(firstGap(gaps(day, [card(550, 720)]), day)).toBe(780);
});

test("a drag carries a place as one name and finds it again, also of nobody", () => {
  const place = { date: "2026-11-24", staffId: "-10" };
  expect(cellOf(cellKey(place))).toEqual(place);
});
