import { create } from "@bufbuild/protobuf";
import {
  CareEventSchema,
  CareOutcome,
  CareTaskSchema,
  DayServiceSchema,
  GetCareSheetResponseSchema,
} from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { expect, test } from "vitest";
import {
  amountCheck,
  entriesOf,
  givenText,
  grouped,
  isAhead,
  notedText,
  placeOf,
  stopQuestion,
  timeText,
  titleOf,
  told,
} from "./care-text.ts";

test.each([
  [{ name: "Kibble", amount: "1/2", unit: "cup" }, "1/2 cup Kibble"],
  [{ name: " Apoquel ", amount: "", unit: "" }, "Apoquel"],
])("what is given: %j", (given, text) => expect(givenText(given)).toBe(text));

test("what is about to be stopped is named, with whose it is", () =>
  expect(stopQuestion({ petName: "Bo", name: "Apoquel", amount: "1", unit: "pill" })).toMatchObject({
    title: "Stop 1 pill Apoquel for Bo?",
    danger: true,
  }));

test("tasks are grouped by time, or by room", () => {
  const task = (time: number, lodgingUnitName: string) => ({ time, lodgingUnitName });
  const tasks = [task(480, "Suite 1"), task(480, ""), task(1080, "Suite 1")];
  const titles = (by: "time" | "room") => grouped(tasks, by, String).map(({ title, tasks: own }) => [title, own.length]);
  expect(titles("time")).toEqual([
    ["480", 2],
    ["1080", 1],
  ]);
  expect(titles("room")).toEqual([
    ["Suite 1", 2],
    ["No room", 1],
  ]);
});

const date = { year: 2026, month: 11, day: 24 };
const schedule = { careScheduleId: "5", appointmentId: "7", petName: "Bo", name: "Kibble" };
const meal = create(CareTaskSchema, { schedule, date, time: 480 });
const bath = { appointmentId: "7", petDetailId: "31", petName: "Bo", serviceName: "Bath", date };

test("a service is ticked by its line and day, also where its time is changed meanwhile; what is given by its schedule and time", () => {
  expect(placeOf(meal)).toEqual({ careScheduleId: "5", date: "2026-11-24", time: 480 });
  const said = [0, 600].map((time) => {
    const service = create(DayServiceSchema, { ...bath, time });
    return [titleOf(service), timeText(service, String), placeOf(service)];
  });
  const place = { careScheduleId: "0", petDetailId: "31", date: "2026-11-24", time: 0 };
  expect(said).toEqual([
    ["Bo: Bath", "Any time", place],
    ["Bo: Bath", "600", place],
  ]);
});

test("what was noted of a visit is one list, newest first: what was given and its services", () => {
  const entry = (careEventId: string, seconds: bigint) => ({ careEventId, outcome: CareOutcome.GIVEN, createTime: { seconds } });
  const sheet = create(GetCareSheetResponseSchema, {
    schedules: [schedule],
    events: [
      { ...entry("2", 30n), careScheduleId: "5", time: 480 },
      { ...entry("1", 10n), careScheduleId: "4", time: 500 },
    ],
    services: [{ ...bath, events: [{ ...entry("1", 20n), petDetailId: "31" }] }],
  });
  expect(entriesOf(sheet, String).map(({ what, time }) => [what, time])).toEqual([
    ["Bo: Kibble", "480"],
    ["Bo: Bath", ""],
    ["Ended schedule", "500"],
  ]);
});

test("who says why after the tick is told once, with the reason; what somebody else noted, or at another time, stays told", () => {
  const { NOT_GIVEN, GIVEN } = CareOutcome;
  const entry = (careEventId: string, more: object = {}) =>
    create(CareEventSchema, { careEventId, careScheduleId: "5", date, time: 480, outcome: NOT_GIVEN, staffId: "1", ...more });
  const why = entry("9", { note: "Refused" });
  const ids = (...events: (typeof why)[]) => told(events).map((one) => one.careEventId);
  expect(ids(why, entry("8"))).toEqual(["9"]);
  expect(ids(why, entry("8", { time: 600 }), entry("7"))).toEqual(["9", "8"]);
  expect(ids(why, entry("8", { staffId: "2" }))).toEqual(["9", "8"]);
  expect(ids(why, entry("8", { outcome: GIVEN }), entry("7"))).toEqual(["9", "8", "7"]);
  expect([notedText(why), notedText({ outcome: GIVEN })]).toEqual(["Not given: Refused", "Given"]);
});

test.each([
  ["its own day, however early", { day: 28, time: 1380 }, false],
  ["a day before", { day: 27, time: 480 }, false],
  ["tomorrow", { day: 29, time: 480 }, true],
  ["after midnight, by whoever works until then", { day: 29, time: 30 }, false],
  ["later than two hours from now", { day: 29, time: 91 }, true],
  ["the day after tomorrow", { day: 30, time: 0 }, true],
])("what is given ahead of its day is not noted yet: %s", (_, { day, time }, expected) => {
  const date = { year: 2026, month: 11, day };
  expect(isAhead(create(CareTaskSchema, { date, time }), { date: "2026-11-28", minutes: 1410 })).toBe(expected);
  expect(isAhead(create(DayServiceSchema, { date, time }), { date: "2026-11-28", minutes: 1410 })).toBe(false);
});

test("an amount that is none is said beside its field", () => {
  expect(["-1", "0", "1/2", "a pinch", ""].map(amountCheck)).toEqual([
    "The amount must be more than 0",
    "The amount must be more than 0",
    undefined,
    undefined,
    undefined,
  ]);
});
