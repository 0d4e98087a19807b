import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { isMissable } from "./status.ts";

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
