import { AvailabilityType, type StaffSchedule } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { type Weeks, weeksOf } from "./hours.ts";

/** A rotation of so many weeks, the hours of each, and whether it is booked by slot. */
export type Hours = { weeks: Weeks; type: number; bySlot: boolean };
/** What is being edited, and what was saved last. */
export type HoursDraft = Hours & { baseline: Hours };

export const draftOf = (schedule: StaffSchedule): HoursDraft => {
  const stored = {
    weeks: weeksOf(schedule),
    type: Math.max(1, schedule.scheduleType),
    bySlot: schedule.availabilityType === AvailabilityType.BY_SLOT,
  };
  return { ...stored, baseline: stored };
};

export const edited = (draft: HoursDraft, change: Partial<Hours>): HoursDraft => ({ ...draft, ...change });

/** What was sent is the baseline now; what was typed while it was on its way stays. */
export const saved = (draft: HoursDraft, { weeks, type, bySlot }: Hours): HoursDraft => ({
  ...draft,
  baseline: { weeks, type, bySlot },
});

export const reset = ({ baseline }: HoursDraft): HoursDraft => ({ ...baseline, baseline });

export const isEdited = ({ weeks, type, bySlot, baseline }: HoursDraft): boolean =>
  JSON.stringify({ weeks, type, bySlot }) !== JSON.stringify(baseline);
