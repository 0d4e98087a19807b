import { create } from "@bufbuild/protobuf";
import { GroupClassSchema } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { expect, test } from "vitest";
import { isoToDay } from "../../../ui/format/dates.ts";
import { beginningOf, startWithin } from "./class-values.ts";

test("somebody who waits begins with the next session that has not begun and takes place", () => {
  const session = (id: string, iso: string, more: object = {}) => ({ id, date: isoToDay(iso)!, startTime: 600, endTime: 660, ...more });
  const group = create(GroupClassSchema, {
    sessions: [session("1", "2031-03-04"), session("2", "2031-03-05", { cancelled: true }), session("3", "2031-03-06")],
  });
  const at = (date: string, minutes: number) => beginningOf(group, { date, minutes })?.id;
  expect(at("2031-03-04", 599)).toBe("1");
  expect(at("2031-03-04", 600), "it has begun").toBe("3");
  expect(at("2031-03-06", 601)).toBeUndefined();
});

test("a new class is as near to the evening as its instructor works that day, and not before now", () => {
  const until = (...ends: number[]) =>
    startWithin(
      ends.map((endTime) => ({ startTime: 0, endTime })),
      60,
      undefined,
    );
  expect([until(720, 1080), until(1260), until(), until(30)]).toEqual([1020, 1080, undefined, undefined]);
  const range = (startTime: number, endTime: number) => ({ startTime, endTime });
  expect(startWithin([range(1140, 1320)], 60, undefined), "they begin later").toBe(1140);
  expect(startWithin([range(540, 720), range(1200, 1230)], 60, undefined), "the late hours are too short").toBe(660);
  expect(startWithin([range(480, 960), range(1140, 1320)], 60, undefined), "the nearer of two").toBe(1140);
  expect(startWithin([range(540, 1020)], 60, 900), "what is left of today").toBe(960);
  expect(startWithin([range(1140, 1320)], 60, 1150)).toBe(1155);
  expect(startWithin([range(540, 720)], 60, 700), "over").toBeUndefined();
});
