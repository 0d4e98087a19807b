import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, toTimestamp, toWireDate } from "@leashline/kit";
import { type ClockLogSchema, ClockOperateType, type ClockStatusSchema } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { startOfDay } from "./local-day.ts";

export type Entry = {
  id: string;
  staff_id: string;
  business_id: string;
  day: string;
  clock_in_time: Date;
  clock_out_time: Date | null;
  note: string;
  corrected: boolean;
  version: number;
  deleted_at: Date | null;
};
export type Correction = {
  clock_log_id: string;
  action: string;
  actor_name: string;
  old_in: Date | null;
  old_out: Date | null;
  new_in: Date | null;
  new_out: Date | null;
  at: Date;
};
export type Setting = {
  enable_clock_in_out: boolean;
  clock_in_out_notify: boolean;
  enable_clock_in_out_overnight: boolean;
  version: number;
};

export const minutesOf = (entry: Pick<Entry, "clock_in_time" | "clock_out_time">, now: Date): number =>
  Math.max(0, Math.floor(((entry.clock_out_time ?? now).getTime() - entry.clock_in_time.getTime()) / 60_000));

/** Where a shift left open ends by itself: at the end of its day, unless shifts may go over night (then never). */
export function endOfOpen(entry: Pick<Entry, "clock_in_time" | "day">, overnight: boolean, zone: string, now: Date): Date | null {
  if (overnight) return null;
  const midnight = startOfDay(Temporal.PlainDate.from(entry.day).add({ days: 1 }).toString(), zone);
  return now >= midnight ? midnight : null;
}

/** An entry as it counts now: one that was forgotten on its day has ended with it, although nobody wrote that yet. */
export const settled = <E extends Pick<Entry, "clock_in_time" | "clock_out_time" | "day">>(
  entry: E,
  overnight: boolean,
  zone: string,
  now: Date,
): E => (entry.clock_out_time ? entry : { ...entry, clock_out_time: endOfOpen(entry, overnight, zone, now) });

/** What operating the clock does to the person's open entry; refuses what makes no sense (core §4). */
export function decide(operate: ClockOperateType, setting: Setting, open: Entry | null): "open" | "close" {
  if (!setting.enable_clock_in_out) throw fail("STATE_CONFLICT", { message: "Clock in and out is turned off for this business." });
  if (operate === ClockOperateType.CLOCK_IN) {
    if (open) throw fail("STATE_CONFLICT", { message: "Already clocked in." });
    return "open";
  }
  if (!open) throw fail("STATE_CONFLICT", { message: "Not clocked in." });
  return "close";
}

export function mustBeTimes(start: Date, end: Date | null, now: Date): void {
  if (end && end <= start) throw fail("PARAMS_INVALID", { field: "clockOutTime", reason: "must be after clocking in" });
  if (start > now || (end && end > now))
    throw fail("PARAMS_INVALID", { field: end && end > now ? "clockOutTime" : "clockInTime", reason: "must not lie ahead" });
  if (end && end.getTime() - start.getTime() > 36 * 3_600_000)
    throw fail("PARAMS_INVALID", { field: "clockOutTime", reason: "at most 36 hours" });
}

type Person = { id: string; first_name: string; last_name: string; access_code: string };
/** The day of a person at the clock: in, out or neither, by their latest entry. */
export function statusOf(person: Person, entries: readonly Entry[], now: Date): MessageInitShape<typeof ClockStatusSchema> {
  const mine = entries
    .filter((entry) => entry.staff_id === person.id)
    .toSorted((a, b) => a.clock_in_time.getTime() - b.clock_in_time.getTime());
  const last = mine.at(-1);
  return {
    staffId: person.id,
    firstName: person.first_name,
    lastName: person.last_name,
    isClockIn: last !== undefined && last.clock_out_time === null,
    isClockOut: last !== undefined && last.clock_out_time !== null,
    clockInTime: toTimestamp(last?.clock_in_time ?? null),
    clockOutTime: toTimestamp(last?.clock_out_time ?? null),
    requireAccessCode: person.access_code !== "",
    workedMinutes: mine.reduce((sum, entry) => sum + minutesOf(entry, now), 0),
  };
}

export const toLog = (entry: Entry, corrections: readonly Correction[], now: Date): MessageInitShape<typeof ClockLogSchema> => ({
  id: entry.id,
  staffId: entry.staff_id,
  businessId: entry.business_id,
  date: toWireDate(entry.day),
  clockInTime: toTimestamp(entry.clock_in_time),
  clockOutTime: toTimestamp(entry.clock_out_time),
  workedMinutes: entry.deleted_at ? 0 : minutesOf(entry, now),
  note: entry.note,
  corrected: entry.corrected,
  version: entry.version,
  deleted: entry.deleted_at !== null,
  corrections: corrections
    .filter((c) => c.clock_log_id === entry.id)
    .map((c) => ({
      time: toTimestamp(c.at),
      actorName: c.actor_name,
      action: c.action,
      oldClockInTime: toTimestamp(c.old_in),
      oldClockOutTime: toTimestamp(c.old_out),
      newClockInTime: toTimestamp(c.new_in),
      newClockOutTime: toTimestamp(c.new_out),
    })),
});
