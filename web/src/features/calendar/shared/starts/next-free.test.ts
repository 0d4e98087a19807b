import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { WorkingHoursSchema } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { expect, test } from "vitest";
import { blockIn, nextFree, nextWork, slotOf } from "./next-free.ts";

const day = [{ startTime: 540, endTime: 1_020 }];
const busy = (...ranges: [number, number][]) =>
  ranges.map(([startTime, endTime], nth) => create(CalendarCardSchema, { cardId: `${nth + 1}`, startTime, endTime }));
const ana = (cards = busy()) => ({ id: "1", cards, ranges: day });
const off = { id: "1", cards: [], ranges: [] };
const ben = (cards = busy()) => ({ id: "2", cards, ranges: day });

test.each([
  ["the first person's morning while it is empty", [ana(), ben()], 0, ["1", 540]],
  ["after what is taken there already", [ana(busy([540, 600]))], 0, ["1", 600]],
  ["with whoever is free first", [ana(busy([540, 720])), ben(busy([540, 600]))], 0, ["2", 600]],
  ["not in a gap that is too short for a visit", [ana(busy([540, 600], [615, 700]))], 0, ["1", 705]],
  ["in a short gap where there is no other", [ana(busy([540, 600], [630, 1_020]))], 0, ["1", 600]],
  ["not before now", [ana()], 607, ["1", 615]],
  ["over what is there with somebody booked by slot", [{ ...ana(busy([540, 600])), bySlot: true }], 0, ["1", 540]],
  ["where the day begins when it is full", [ana(busy([540, 1_020]))], 0, ["1", 540]],
  ["never with somebody who is off while another works, though nobody is free", [off, ben(busy([540, 1_020]))], 600, ["2", 600]],
  ["after closing with somebody who works that day", [off, ben()], 1_100, ["2", 1_110]],
  ["with nobody where nobody is shown", [{ id: "-10", cards: [], ranges: [] }], 0, ["-10", 540]],
])("the button that books proposes a time %s", (_, columns, from, [staffId, startTime]) =>
  expect(nextFree(columns, from)).toEqual({ staffId, startTime }),
);

test("what is booked begins where it was pointed at, or at the first free time of who is shown", () => {
  const pointed = { date: "2026-12-01", staffId: "2", startTime: 615 };
  expect(slotOf(pointed)).toBe(pointed);
  expect(slotOf({ date: "2026-12-01", customerId: "5", among: [ana(busy([540, 600]))], from: 0 })).toEqual({
    ...{ date: "2026-12-01", customerId: "5", staffId: "1", startTime: 600 },
  });
});

test("once the day's work is over, whose next work is looked for is known; before that, and on a day without any, nobody's is", () => {
  const on = (from: number, among = [off, ben()]) => slotOf({ date: "2026-12-01", among, from }).over;
  expect([on(1_019), on(1_020), on(1_200)]).toEqual([undefined, ["1", "2"], ["1", "2"]]);
  expect([on(0, [off]), on(600, [off]), on(600, [])]).toEqual([undefined, undefined, undefined]);
});

test("work goes on with whoever begins first on the next day on which anybody does", () => {
  const hours = (staffId: string, date: string, ...starts: number[]) =>
    create(WorkingHoursSchema, { staffId, date, timeRange: starts.map((startTime) => ({ startTime, endTime: startTime + 60 })) });
  const week = [
    ...[hours("1", "2026-12-02"), hours("3", "2026-12-02", 480), hours("2", "2026-12-03", 780, 600)],
    ...[hours("1", "2026-12-03", 600), hours("1", "2026-12-04", 480)],
  ];
  expect(nextWork(week, ["1", "2"])).toEqual({ date: "2026-12-03", staffId: "1", startTime: 600 });
  expect(nextWork(week, ["2", "1"])?.staffId).toBe("2");
  expect(nextWork(week, ["4"])).toBeUndefined();
});

test("time is blocked for an hour, where it is wanted", () => {
  const block = blockIn({ date: "2026-12-01", wanted: ["2"], among: [ana(), ben()], from: 607 });
  expect(block).toMatchObject({ date: "2026-12-01", staffId: "2", startTime: 615, endTime: 675 });
});
