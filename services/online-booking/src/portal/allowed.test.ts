import { AppointmentStatus as Status } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { allowedTo } from "./allowed.ts";

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 22, 12);
const rule = { clientChanges: true, changeNoticeHours: 24 };
const at = (hours: number, status = Status.UNCONFIRMED, staffIds = ["5"]) => ({ status, startAt: now + hours * HOUR, staffIds });
const [yes, no] = [true, false];

test.each([
  ["the last moment of the notice", rule, at(24), [yes, yes, yes]],
  ["a second too late", rule, { ...at(24), startAt: now + 24 * HOUR - 1_000 }, [yes, no, no]],
  ["confirmed already", rule, at(48, Status.CONFIRMED), [no, yes, yes]],
  ["changes by clients are off", { ...rule, clientChanges: false }, at(48), [yes, no, no]],
  ["no notice, before it begins", { ...rule, changeNoticeHours: 0 }, at(0.1), [yes, yes, yes]],
  ["no notice, as it begins", { ...rule, changeNoticeHours: 0 }, at(0), [no, no, no]],
  ["checked in early", rule, at(48, Status.CHECKED_IN), [no, no, no]],
  ["cancelled", rule, at(48, Status.CANCELLED), [no, no, no]],
  ["finished", rule, at(48, Status.FINISHED), [no, no, no]],
  ["nobody assigned to one of its services", rule, at(48, Status.CONFIRMED, ["5", "-10"]), [no, no, yes]],
])("%s", (_, setting, standing, [mayConfirm, mayMove, mayCancel]) => {
  expect(allowedTo(setting, standing, now)).toEqual({ mayConfirm, mayMove, mayCancel });
});
