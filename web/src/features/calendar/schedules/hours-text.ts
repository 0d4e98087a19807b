import { AvailabilityType, type CalendarStaff, type StaffSchedule } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { formatDuration } from "../../../ui/format/duration.ts";
import { plural } from "../../../ui/format/text.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { type Day, weekMinutes } from "../shared/hours/hours.ts";
import { petsOf } from "../shared/hours/slots.ts";

export type Row = { staff: CalendarStaff; schedule: StaffSchedule; week: Day[] };

export const name = (staff: CalendarStaff): string => `${staff.firstName} ${staff.lastName}`.trim();
export const bySlot = ({ availabilityType }: StaffSchedule): boolean => availabilityType === AvailabilityType.BY_SLOT;
/** A day of a week as its line says it. */
export const dayText = (day: Day | undefined, slots: boolean, format: Format): string => {
  if (!day?.on) return "–";
  if (slots && day.slots.length > 0) return plural(day.slots.length, "slot");
  return day.ranges.map(({ start, end }) => format.range(start ?? 0, end ?? 0).replaceAll(":00", "")).join(", ");
};
export const weekText = ({ week, schedule }: Row): string =>
  bySlot(schedule) ? `${petsOf(week)} pets` : formatDuration(weekMinutes(week));
