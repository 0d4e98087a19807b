import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, inList, toWireDate } from "@leashline/kit";
import { AvailabilityType, DayHoursSchema, type DayHours as WireHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import {
  type OverrideStaffAvailabilityBySlotRequest,
  type OverrideStaffAvailabilityByTimeRequest,
  type QueryStaffWorkingRangeRequest,
  StaffAvailabilityService,
  type UpdateStaffAvailabilityBySlotRequest,
  type UpdateStaffAvailabilityByTimeRequest,
  type WorkingRangeSchema,
} from "@leashline/proto/leashline/calendar/v1/staff_availability_service_pb.js";
import { UpdateStaffScheduleRequestSchema } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { listStaff } from "../projections/staff.store.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { datesBetween } from "../scheduling/dates.ts";
import { type DayHours, type RegularSchedule, workingDay } from "../scheduling/schedule.ts";
import { fromHours, fromSchedule, toHours, workingHours } from "./hours.mapper.ts";
import { overrideDates } from "./overrides.ts";
import { loadRules } from "./rules.store.ts";
import { readSchedules } from "./schedule.store.ts";
import { type Joining, orStandard, updateSchedule } from "./schedule.ts";

const DAILY_DAYS = 31;
const RANGE_DAYS = 62;

export const availabilityRpc = implement(StaffAvailabilityService, {
  getStaffAvailabilityByTime: async (request, ctx) => ({ availability: await availability(ctx, request, byTime) }),
  getStaffAvailabilityBySlot: async (request, ctx) => ({ availability: await availability(ctx, request, bySlot) }),
  updateStaffAvailabilityByTime: (request, ctx) => update(ctx, request, byTime),
  updateStaffAvailabilityBySlot: (request, ctx) => update(ctx, request, bySlot),
  overrideStaffAvailabilityByTime: (request, ctx) => override(ctx, request, request.timeRange.length > 0),
  overrideStaffAvailabilityBySlot: (request, ctx) => override(ctx, request, request.slots.length > 0),

  async listStaffWorkingDaily(request, ctx) {
    const span = spanOf(request, DAILY_DAYS);
    const business = await businessOf(ctx, request.businessId);
    const rules = await query(ctx, (db) => loadRules(db, { ...business, who: { online: false }, ...span }));
    const staffOn = (date: string) => [...rules].map(([staffId, own]) => workingHours(staffId, date, own));
    return { days: datesBetween(span.from, span.to).map((date) => ({ date, staff: staffOn(date) })) };
  },

  queryStaffWorkingRange: async (request, ctx) => ({ ranges: await workingRanges(ctx, request) }),
});

/** One way of booking: what of a day belongs to it, and the other way's that stays when it is saved. */
type Way = {
  readonly type: AvailabilityType;
  readonly only: (day: DayHours) => DayHours;
  readonly join: Joining;
  readonly stranger: (day: WireHours) => boolean;
  readonly reason: string;
};
const byTime: Way = {
  type: AvailabilityType.BY_TIME,
  only: (day) => ({ ...day, slots: [] }),
  join: (saved, before) => ({ ...saved, slots: before.slots }),
  stranger: (day) => day.slots.length > 0,
  reason: "slots are saved by slot",
};
const bySlot: Way = {
  type: AvailabilityType.BY_SLOT,
  only: (day) => ({ ...day, timeRanges: [] }),
  join: (saved, before) => ({ ...saved, timeRanges: before.timeRanges }),
  stranger: (day) => day.timeRange.length > 0,
  reason: "working hours are saved by time",
};

const shown = (staffId: string, businessId: string, { version, ...schedule }: RegularSchedule & { version: number }, { only }: Way) =>
  fromSchedule(staffId, businessId, { ...schedule, days: schedule.days.map(only) }, version);

async function availability(ctx: Ctx, { businessId, staffIds }: { businessId: string; staffIds: readonly string[] }, way: Way) {
  return await query(ctx, async (db) => {
    const all = await listStaff(db, businessId, { hidden: true });
    const ids = staffIds.length > 0 ? staffIds : all.map((one) => one.staffId);
    const stored = await readSchedules(db, ctx.companyId, businessId, ids);
    return ids.map((id) => shown(id, businessId, orStandard(stored.get(id), id), way));
  });
}

type Saving = UpdateStaffAvailabilityByTimeRequest | UpdateStaffAvailabilityBySlotRequest;

async function update(ctx: Ctx, { businessId, staffId, scheduleType, days, version }: Saving, way: Way) {
  const strange = days.findIndex(way.stranger);
  if (strange >= 0) throw fail("PARAMS_INVALID", { field: inList("days", strange), reason: way.reason });
  const change = { businessId, staffId, days, version, availabilityType: way.type, ...(scheduleType && { scheduleType }) };
  const saved = await updateSchedule(ctx, create(UpdateStaffScheduleRequestSchema, change), way.join);
  return { availability: shown(staffId, businessId, saved.schedule, way), change: saved.change };
}

type Overriding = OverrideStaffAvailabilityByTimeRequest | OverrideStaffAvailabilityBySlotRequest;

async function override(ctx: Ctx, request: Overriding, isAvailable: boolean) {
  const { businessId, staffId, limitationGroups } = request;
  const timeRange = "timeRange" in request ? request.timeRange : [];
  const slots = "slots" in request ? request.slots : [];
  const hours = toHours(
    create(DayHoursSchema, { isAvailable, timeRange, slots, limitationGroups }),
    slots.length > 0 ? "slots" : "timeRange",
  );
  const { dates, change } = await overrideDates(ctx, { businessId, staffId, dates: request.dates, hours });
  return { overrides: dates.map((date) => ({ staffId, date: toWireDate(date), hours: fromHours(hours) })), change };
}

/** The first minute and the last at which anybody works, day by day. */
async function workingRanges(ctx: Ctx, request: QueryStaffWorkingRangeRequest): Promise<MessageInitShape<typeof WorkingRangeSchema>[]> {
  const { from, to } = spanOf(request, RANGE_DAYS);
  const business = await businessOf(ctx, request.businessId);
  const rules = await query(ctx, (db) => loadRules(db, { ...business, who: { online: false }, from, to }));
  return datesBetween(from, to).flatMap((date) => {
    const days = [...rules.values()].map((own) => workingDay(own, date)).filter((day) => day.working);
    if (days.length === 0) return [];
    const ranges = days.flatMap((day) => day.ranges);
    const startTime = Math.min(...ranges.map(({ start }) => start));
    return [{ date, startTime, endTime: Math.max(...ranges.map(({ end }) => end)), staff: days.length }];
  });
}
