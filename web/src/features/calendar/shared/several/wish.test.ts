import { create } from "@bufbuild/protobuf";
import { AppointmentSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BatchRowSchema } from "@leashline/proto/leashline/calendar/v1/batch_pb.js";
import { expect, test } from "vitest";
import { isMoved, wishOfRow } from "./wish.ts";

const date = { year: 2031, month: 1, day: 8 };
const operation = (staffId: string, startTime: number) => ({ staffId, startTime, duration: 30 });
const shared = { staffId: "1", startTime: 600, duration: 60, operationList: [operation("1", 600), operation("2", 630)] };

test("whoever has a part of a service that several people do is moved from where that part begins", () => {
  const wishOf = (originalStaffId: string, startTime: number) => {
    const appointment = create(AppointmentSchema, { appointmentDate: date, startTime: 600, petServiceList: [shared] });
    const row = create(BatchRowSchema, { appointment, originalStaffId, staffId: originalStaffId, startDate: date, startTime });
    return wishOfRow({ ...row, appointment });
  };
  expect([wishOf("1", 600).from.startTime, wishOf("2", 630).from.startTime]).toEqual([600, 630]);
  expect([isMoved(wishOf("2", 630)), isMoved(wishOf("2", 660))]).toEqual([false, true]);
  expect(wishOf("3", 600).from.startTime, "of somebody who has no part any more, the visit's own").toBe(600);
});
