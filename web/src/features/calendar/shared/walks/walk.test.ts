import { create } from "@bufbuild/protobuf";
import { AppointmentSchema, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { dogsOf, lateText, nextOf, statusOf, trackOf } from "./walk.ts";

const line = (petId: string, careType = "DOG_WALKING") => ({ petId, petName: `Pet ${petId}`, careType });
const visit = (change: object = {}) =>
  create(AppointmentSchema, {
    status: AppointmentStatus.CONFIRMED,
    appointmentDate: isoToDay("2026-11-24")!,
    startTime: 600,
    endTime: 630,
    petServiceList: [line("1"), line("2"), line("1"), line("3", "GROOMING")],
    ...change,
  });

test.each([
  ["before it begins", "2026-11-24", 590, undefined],
  ["a little behind", "2026-11-24", 609, undefined],
  ["late", "2026-11-24", 625, "25 mins late"],
  ["over, and nobody came", "2026-11-24", 640, "Missed"],
  ["yesterday's", "2026-11-25", 0, "Missed"],
  ["tomorrow's", "2026-11-23", 1400, undefined],
])("a walk that nobody has started: %s", (_, date, minutes, text) => {
  expect(lateText(visit(), { date, minutes })).toBe(text);
});

test("a walk that was started, finished or canceled is not late, nor is a bath", () => {
  const { CHECKED_IN, FINISHED, CANCELLED } = AppointmentStatus;
  for (const status of [CHECKED_IN, FINISHED, CANCELLED])
    expect(lateText(visit({ status }), { date: "2026-11-25", minutes: 0 })).toBeUndefined();
  expect(lateText(visit({ petServiceList: [line("1", "GROOMING")] }), { date: "2026-11-25", minutes: 0 })).toBeUndefined();
});

test("the dogs of a walk: each once, and no pet that only has a bath", () => {
  expect(dogsOf(visit()).map(({ petId }) => petId)).toEqual(["1", "2"]);
});

test("a walk is started and finished, and on it nobody is in the store", () => {
  const { UNCONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;
  const steps = [UNCONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED].map((status) => nextOf(visit({ status }))?.label);
  expect(steps).toEqual(["Start walk", "Finish walk", "Finish walk", undefined]);
  expect(statusOf(visit({ status: CHECKED_IN })).label).toBe("Out on the walk");
  expect(trackOf(visit())).not.toContain(READY_FOR_PICKUP);
  const bath = visit({ status: CHECKED_IN, petServiceList: [line("1", "GROOMING")] });
  expect([nextOf(bath)?.label, statusOf(bath).label, trackOf(bath).length]).toEqual(["Mark ready", "In store", 4]);
});
