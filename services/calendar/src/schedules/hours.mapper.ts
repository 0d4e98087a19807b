import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, inList, toWireDate } from "@leashline/kit";
import {
  AvailabilityType,
  type DayHoursSchema,
  type StaffScheduleSchema,
  type DayHours as WireHours,
  type WorkingHoursSchema,
} from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { union } from "../scheduling/minutes.ts";
import { type Availability, type DayHours, type RegularSchedule, type Rules, SCHEDULE_DAYS, workingDay } from "../scheduling/schedule.ts";

export const toAvailability = (type: AvailabilityType): Availability => (type === AvailabilityType.BY_SLOT ? "slot" : "time");
const fromAvailability = (availability: Availability): AvailabilityType =>
  availability === "slot" ? AvailabilityType.BY_SLOT : AvailabilityType.BY_TIME;

/** Hours as they are stored: ranges in order and joined, slots in order. */
export function toHours(wire: WireHours, field: string): DayHours {
  const slots = wire.slots.map(({ startTime, endTime, capacity }) => ({ start: startTime, end: endTime, capacity }));
  slots.sort((a, b) => a.start - b.start);
  if (slots.some((slot, index) => index > 0 && slot.start < (slots[index - 1]?.end ?? 0))) {
    throw fail("PARAMS_INVALID", { field, reason: "slots must not overlap" });
  }
  return {
    isAvailable: wire.isAvailable,
    timeRanges: union(wire.timeRange.map(({ startTime, endTime }) => ({ start: startTime, end: endTime }))),
    slots,
    limitationGroups: wire.limitationGroups.map(({ name, serviceIds, petSizeIds, breeds, maxPets }) => ({
      name: name.trim(),
      serviceIds,
      petSizeIds,
      breeds,
      maxPets,
    })),
  };
}

export const fromHours = (hours: DayHours): MessageInitShape<typeof DayHoursSchema> => ({
  isAvailable: hours.isAvailable,
  timeRange: hours.timeRanges.map(({ start, end }) => ({ startTime: start, endTime: end })),
  slots: hours.slots.map(({ start, end, capacity }) => ({ startTime: start, endTime: end, capacity })),
  limitationGroups: hours.limitationGroups.map(({ name = "", serviceIds, petSizeIds = [], breeds = [], maxPets }) => ({
    name,
    serviceIds: [...serviceIds],
    petSizeIds: [...petSizeIds],
    breeds: [...breeds],
    maxPets,
  })),
});

/** When somebody works on a day, as booking sees it. */
export function workingHours(staffId: string, date: string, rules: Rules): MessageInitShape<typeof WorkingHoursSchema> {
  const day = workingDay(rules, date);
  if (!day.working) return { staffId, date, offReason: day.reason, note: day.note, overridden: day.reason === "override" };
  return {
    staffId,
    date,
    timeRange: day.ranges.map(({ start, end }) => ({ startTime: start, endTime: end })),
    overridden: day.overridden,
    slots: day.slots.map(({ start, end, capacity }) => ({ startTime: start, endTime: end, capacity })),
  };
}

/** Whole weeks for the rotation, filled up to 28 days by repeating them. */
export function toDays(wire: readonly WireHours[], scheduleType: number): DayHours[] {
  if (wire.length % 7 !== 0 || wire.length < scheduleType * 7) {
    throw fail("PARAMS_INVALID", { field: "days", reason: `7 days for each of the ${scheduleType} weeks, or all 28` });
  }
  const days = wire.map((day, index) => toHours(day, inList("days", index)));
  return Array.from({ length: SCHEDULE_DAYS }, (_, index) => days[index < days.length ? index : index % (scheduleType * 7)] as DayHours);
}

export const fromSchedule = (
  staffId: string,
  businessId: string,
  schedule: RegularSchedule,
  version: number,
): MessageInitShape<typeof StaffScheduleSchema> => ({
  staffId,
  businessId,
  scheduleType: schedule.scheduleType,
  startDate: toWireDate(schedule.startDate),
  endDate: toWireDate(schedule.endDate),
  availabilityType: fromAvailability(schedule.availability),
  days: schedule.days.map(fromHours),
  weekStart: schedule.weekStart,
  version,
});
