import { fail } from "@leashline/kit";
import { ClockOperateType } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { startOfDay } from "./local-day.ts";

export type Entry = {
  id: string;
  staffId: string;
  businessId: string;
  day: string;
  clockInTime: Date;
  clockOutTime: Date | null;
  note: string;
  corrected: boolean;
  version: number;
  deletedAt: Date | null;
};

export type Correction = {
  clockLogId: string;
  action: string;
  actorName: string;
  oldIn: Date | null;
  oldOut: Date | null;
  newIn: Date | null;
  newOut: Date | null;
  at: Date;
};

export type Setting = {
  enableClockInOut: boolean;
  clockInOutNotify: boolean;
  enableClockInOutOvernight: boolean;
  version: number;
};

export const minutesOf = (entry: Pick<Entry, "clockInTime" | "clockOutTime">, now: Date): number =>
  Math.max(0, Math.floor(((entry.clockOutTime ?? now).getTime() - entry.clockInTime.getTime()) / 60_000));

/** Where a shift left open ends by itself: at the end of its day, unless shifts may go over night (then never). */
export function endOfOpen(entry: Pick<Entry, "clockInTime" | "day">, overnight: boolean, zone: string, now: Date): Date | null {
  if (overnight) return null;
  const midnight = startOfDay(Temporal.PlainDate.from(entry.day).add({ days: 1 }).toString(), zone);
  return now >= midnight ? midnight : null;
}

/** An entry as it counts now: one that was forgotten on its day has ended with it, although nobody wrote that yet. */
export const settled = <E extends Pick<Entry, "clockInTime" | "clockOutTime" | "day">>(
  entry: E,
  overnight: boolean,
  zone: string,
  now: Date,
): E => (entry.clockOutTime ? entry : { ...entry, clockOutTime: endOfOpen(entry, overnight, zone, now) });

/** What operating the clock does to the staff member's open entry; refuses what makes no sense (core §4). */
export function decide(operate: ClockOperateType, setting: Setting, open: Entry | null): "open" | "close" {
  if (!setting.enableClockInOut) throw fail("STATE_CONFLICT", { message: "Clock in and out is turned off for this business." });
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
    throw fail("PARAMS_INVALID", { field: end && end > now ? "clockOutTime" : "clockInTime", reason: "must not be in the future" });
  if (end && end.getTime() - start.getTime() > 36 * 3_600_000)
    throw fail("PARAMS_INVALID", { field: "clockOutTime", reason: "at most 36 hours" });
}
