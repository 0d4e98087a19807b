import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type { ClockLogSchema, ClockStatusSchema } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import type { Correction, Entry, Setting } from "./clock.ts";
import { minutesOf } from "./clock.ts";

export const toSetting = (s: Setting) => ({
  enableClockInOut: s.enableClockInOut,
  clockInOutNotify: s.clockInOutNotify,
  enableClockInOutOvernight: s.enableClockInOutOvernight,
  version: s.version,
});

type ClockStaff = { id: string; firstName: string; lastName: string; accessCode: string };

/** The day of a staff member at the clock: in, out or neither, by their latest entry. */
export function statusOf(staff: ClockStaff, entries: readonly Entry[], now: Date): MessageInitShape<typeof ClockStatusSchema> {
  const mine = entries.filter((entry) => entry.staffId === staff.id).toSorted((a, b) => a.clockInTime.getTime() - b.clockInTime.getTime());
  const last = mine.at(-1);
  return {
    staffId: staff.id,
    firstName: staff.firstName,
    lastName: staff.lastName,
    isClockIn: last !== undefined && last.clockOutTime === null,
    isClockOut: last !== undefined && last.clockOutTime !== null,
    clockInTime: toTimestamp(last?.clockInTime ?? null),
    clockOutTime: toTimestamp(last?.clockOutTime ?? null),
    requireAccessCode: staff.accessCode !== "",
    workedMinutes: mine.reduce((sum, entry) => sum + minutesOf(entry, now), 0),
  };
}

export const toLog = (entry: Entry, corrections: readonly Correction[], now: Date): MessageInitShape<typeof ClockLogSchema> => ({
  id: entry.id,
  staffId: entry.staffId,
  businessId: entry.businessId,
  date: toWireDate(entry.day),
  clockInTime: toTimestamp(entry.clockInTime),
  clockOutTime: toTimestamp(entry.clockOutTime),
  workedMinutes: entry.deletedAt ? 0 : minutesOf(entry, now),
  note: entry.note,
  corrected: entry.corrected,
  version: entry.version,
  deleted: entry.deletedAt !== null,
  corrections: corrections
    .filter((c) => c.clockLogId === entry.id)
    .map((c) => ({
      time: toTimestamp(c.at),
      actorName: c.actorName,
      action: c.action,
      oldClockInTime: toTimestamp(c.oldIn),
      oldClockOutTime: toTimestamp(c.oldOut),
      newClockInTime: toTimestamp(c.newIn),
      newClockOutTime: toTimestamp(c.newOut),
    })),
});
