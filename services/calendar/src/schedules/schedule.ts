import { type Ctx, fail, fromWireDate, mustBeCurrent, named, scopeLevel } from "@leashline/kit";
import {
  type UpdateStaffScheduleRequest,
  UpdateStaffScheduleRequestSchema,
} from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { addDays, dayNumber, NO_END } from "../scheduling/dates.ts";
import { type DayHours, dayOff, fromWeek, type ScheduleType, startDateForType, weekOf } from "../scheduling/schedule.ts";
import { toAvailability, toDays } from "./hours.mapper.ts";
import { type HoursBefore, lockHours, logHours } from "./hours-log.ts";
import { standardSchedule } from "./rules.ts";
import { insertSchedule, readStretches, type StoredSchedule, writeSchedule } from "./schedule.store.ts";

/** A role that reaches only its own shift may change no other (core §6). */
export function mustReach(ctx: Ctx, staffId: string): void {
  const own = ctx.caller.staffId === staffId;
  if (!own && scopeLevel(ctx, ScopeKind.STAFF_SHIFT) < ScopeLevel.WORKING_LOCATIONS) throw fail("NO_PERMISSION");
}

export const orStandard = (schedule: StoredSchedule | undefined, staffId: string): StoredSchedule =>
  schedule ?? { ...standardSchedule, staffId, version: 0 };

/** Which of a day's hours are kept when others are saved. */
export type Joining = (saved: DayHours, before: DayHours) => DayHours;
const onlySaved: Joining = (saved) => saved;

/** The schedule that holds now, and the number by which undo names that it was saved. */
export type Saved = { readonly schedule: StoredSchedule; readonly change: number };

export async function updateSchedule(ctx: Ctx, request: UpdateStaffScheduleRequest, join = onlySaved): Promise<Saved> {
  const { businessId, staffId } = request;
  mustReach(ctx, staffId);
  await staffById(ctx, [staffId]);
  const today = todayAt(await businessOf(ctx, businessId), Date.now());
  return await command(
    ctx,
    async (tx) => {
      lockHours(tx, { businessId, staffId });
      const stretches = await readStretches(tx.db, businessId, staffId);
      const stored = stretches.at(-1);
      const before = orStandard(stored, staffId);
      mustBeCurrent(request.version, before.version);
      const after = nextSchedule(before, request, today, join);
      if (!stored && after.startDate > before.startDate)
        await insertSchedule(tx, businessId, { ...before, endDate: addDays(after.startDate, -1) });
      await writeSchedule(tx, businessId, after);
      const was: HoursBefore = stored ? replacedBy(after, stretches) : { kind: "stretches", stretches: [] };
      return { schedule: after, change: await logHours(tx, { businessId, staffId }, { action: "update", before: was, after }) };
    },
    { step: "schedule" },
  );
}

/** Of stretches that follow one another, what new hours end or shorten. */
const replacedBy = ({ startDate: from }: StoredSchedule, stretches: readonly StoredSchedule[]): HoursBefore => ({
  kind: "stretches",
  stretches: stretches.filter(({ endDate }) => endDate >= from),
  from,
});

function nextSchedule(before: StoredSchedule, request: UpdateStaffScheduleRequest, today: string, join: Joining): StoredSchedule {
  const fields = named(UpdateStaffScheduleRequestSchema, request, request.updateMask);
  const version = before.version + 1;
  const lastDay = request.endDate ? fromWireDate(request.endDate, "endDate") : NO_END;
  if (endsSooner(before, fields, lastDay)) return { ...before, endDate: lastDay, version };
  const scheduleType = (request.scheduleType ?? before.scheduleType) as ScheduleType;
  const weekStart = request.weekStart === undefined ? before.weekStart : request.weekStart === 1 ? 1 : 0;
  const asked = request.startDate ? fromWireDate(request.startDate, "startDate") : null;
  const goesOn = !asked && scheduleType === before.scheduleType && before.startDate <= today;
  const startDate = asked ?? (goesOn ? today : startDateForType(before, scheduleType, today, weekStart));
  // Hours that are over have no end any more when others follow.
  const isOver = before.endDate < today && before.endDate < startDate;
  const endDate = fields.has("endDate") ? lastDay : isOver ? NO_END : before.endDate;
  if (endDate < startDate) throw fail("PARAMS_INVALID", { field: "endDate", reason: "is before the start date" });
  const availability = request.availabilityType ? toAvailability(request.availabilityType) : before.availability;
  const saved = request.days.length > 0 ? toDays(request.days, scheduleType) : before.days;
  const joined = saved.map((day, index) => join(day, before.days[index] ?? dayOff));
  const days = goesOn ? fromWeek(joined, weekOf(before, dayNumber(today)), scheduleType) : joined;
  return { staffId: before.staffId, scheduleType, weekStart, startDate, endDate, availability, days, version };
}

const hourFields = ["scheduleType", "startDate", "availabilityType", "days", "weekStart"];

/** Nothing else changes than that they end sooner, which may be before today: then they stay one stretch. */
const endsSooner = (before: StoredSchedule, fields: ReadonlySet<string>, lastDay: string): boolean =>
  fields.has("endDate") && !hourFields.some((name) => fields.has(name)) && lastDay >= before.startDate && lastDay <= before.endDate;
