import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { overLast } from "./over-last.ts";

const { CONFIRMED, CHECKED_IN, FINISHED } = AppointmentStatus;

test("what is over comes last, each part in its order", () => {
  const cards = [FINISHED, CONFIRMED, AppointmentStatus.CANCELLED, CHECKED_IN].map((appointmentStatus, nth) => ({
    nth,
    appointmentStatus,
  }));
  expect(overLast(cards).map(({ nth }) => nth)).toEqual([1, 3, 0, 2]);
});
