import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { isMissable, leavesEarly } from "./status.ts";

const { CONFIRMED, UNCONFIRMED, CHECKED_IN, FINISHED } = AppointmentStatus;
const now = { date: "2026-03-10", minutes: 600 };
const at = (status: AppointmentStatus, day: number, startTime: number) =>
  isMissable({ status, appointmentDate: { year: 2026, month: 3, day } as never, startTime }, now);

test.each([
  ["begins this minute", at(CONFIRMED, 10, 600), true],
  ["begins in a minute", at(CONFIRMED, 10, 601), false],
  ["was yesterday, unconfirmed", at(UNCONFIRMED, 9, 900), true],
  ["is tomorrow", at(CONFIRMED, 11, 0), false],
  ["is in store", at(CHECKED_IN, 9, 600), false],
  ["is finished", at(FINISHED, 9, 600), false],
])("an appointment that %s may be a no-show or not", (_, missable, expected) => expect(missable).toBe(expected));

const stay = (careType: string, from: number, to: number) => ({
  appointmentDate: { year: 2026, month: 3, day: from } as never,
  endDate: { year: 2026, month: 3, day: to } as never,
  petServiceList: [{ careType }] as never,
});
test.each([
  ["on its last day", stay("BOARDING", 7, 10), FINISHED, undefined],
  ["a day before", stay("BOARDING", 7, 11), FINISHED, { booked: 4, stayed: 3 }],
  ["on the day it came", stay("BOARDING", 10, 13), FINISHED, { booked: 3, stayed: 1 }],
  ["after its only night was booked", stay("BOARDING", 10, 11), FINISHED, undefined],
  ["a day before, but only checked in", stay("BOARDING", 7, 11), CHECKED_IN, undefined],
  ["a groom", stay("GROOMING", 10, 10), FINISHED, undefined],
])("what is finished %s leaves early or not", (_, one, to, expected) => expect(leavesEarly(one, to, now.date)).toEqual(expected));
