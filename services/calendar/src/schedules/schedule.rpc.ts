import { type Ctx, cut, fail, fromWireDate, implement, pageOf, toWireDate } from "@leashline/kit";
import { DateOverrideList } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import {
  type ListDateOverridesRequest,
  type ListWorkingHoursRequest,
  type SaveDateOverridesRequest,
  StaffScheduleService,
} from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { listStaff, type StaffRow } from "../projections/staff.store.ts";
import { NO_STAFF } from "../projections/staff.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { addDays, datesBetween, NO_END } from "../scheduling/dates.ts";
import { workingDay } from "../scheduling/schedule.ts";
import { fromHours, fromSchedule, toHours, workingHours } from "./hours.mapper.ts";
import { undoHours } from "./hours-undo.ts";
import { overrideDates, regularOn } from "./overrides.ts";
import { loadRules } from "./rules.store.ts";
import { readOverrides, readSchedules } from "./schedule.store.ts";
import { orStandard, updateSchedule } from "./schedule.ts";

const MOST_DAYS = 62;
const NO_START = "0001-01-01";

export const scheduleRpc = implement(StaffScheduleService, {
  async listCalendarStaff({ businessId, includeHidden }, ctx) {
    const staff = await query(ctx, (db) => listStaff(db, businessId, { hidden: includeHidden }));
    return { staff: [...staff.map(toColumn), nobody] };
  },

  async listStaffByWorkingDate(request, ctx) {
    const business = await businessOf(ctx, request.businessId);
    const date = request.date ? fromWireDate(request.date, "date") : todayAt(business, Date.now());
    const staff = await query(ctx, (db) => listStaff(db, business.businessId));
    const question = { ...business, who: { online: false }, from: date, to: date };
    const rules = await query(ctx, (db) => loadRules(db, question));
    const works = (one: StaffRow) => workingDay(rules.get(one.staffId) ?? noRules, date).working;
    return { staff: staff.filter(works).map(toColumn) };
  },

  async listStaffSchedules({ businessId, staffIds }, ctx) {
    return await query(ctx, async (db) => {
      const ids = staffIds.length > 0 ? staffIds : (await listStaff(db, businessId, { hidden: true })).map((one) => one.staffId);
      const stored = await readSchedules(db, ctx.companyId, businessId, ids);
      return {
        schedules: ids.map((id) => orStandard(stored.get(id), id)).map((one) => fromSchedule(one.staffId, businessId, one, one.version)),
      };
    });
  },

  async updateStaffSchedule(request, ctx) {
    const { schedule, change } = await updateSchedule(ctx, request);
    return { schedule: fromSchedule(request.staffId, request.businessId, schedule, schedule.version), change };
  },

  listDateOverrides,
  saveDateOverrides,
  deleteDateOverrides: ({ businessId, staffId, dates }, ctx) => regularOn(ctx, { businessId, staffId, dates }),
  async undoScheduleChange({ businessId, staffId, change }, ctx) {
    await undoHours(ctx, { businessId, staffId, change });
    return {};
  },
  listWorkingHours,
});

const noRules = { schedules: [], overrides: new Map(), closed: [] };

const toColumn = (staff: StaffRow) => ({
  staffId: staff.staffId,
  firstName: staff.firstName,
  lastName: staff.lastName,
  colorCode: staff.colorCode,
  showOnCalendar: staff.showOnCalendar,
  bookOnlineAvailable: staff.bookOnlineAvailable,
  sort: staff.sort,
  active: !staff.deleted,
});

/** The placeholder column (growth §3). */
const nobody = {
  staffId: NO_STAFF,
  firstName: "No staff assigned",
  lastName: "",
  colorCode: "",
  showOnCalendar: true,
  bookOnlineAvailable: false,
  sort: 1_000_000,
  active: true,
};

async function listDateOverrides(request: ListDateOverridesRequest, ctx: Ctx) {
  const { businessId, staffId, list } = request;
  const today = todayAt(await businessOf(ctx, businessId), Date.now());
  const asked = request.startDate !== undefined || request.endDate !== undefined;
  const history = !asked && list === DateOverrideList.HISTORY;
  const page = pageOf(request, { standard: 50, most: 400 });
  const span = asked ? askedSpan(request) : history ? { from: NO_START, to: addDays(today, -1) } : { from: today, to: NO_END };
  const wanted = { ...span, newestFirst: history, limit: page.limit, after: page.after?.[0] ?? null };
  const { overrides, total } = await query(ctx, (db) => readOverrides(db, ctx.companyId, businessId, staffId, wanted));
  const { rows, nextPageToken } = cut(overrides, page.size, (row) => [row.date]);
  return { overrides: rows.map(({ date, hours }) => ({ staffId, date: toWireDate(date), hours: fromHours(hours) })), nextPageToken, total };
}

function askedSpan({ startDate, endDate }: ListDateOverridesRequest): { from: string; to: string } {
  const from = startDate ? fromWireDate(startDate, "startDate") : NO_START;
  const to = endDate ? fromWireDate(endDate, "endDate") : NO_END;
  if (to < from) throw fail("PARAMS_INVALID", { field: "endDate", reason: "must not be before the first day" });
  return { from, to };
}

async function saveDateOverrides(request: SaveDateOverridesRequest, ctx: Ctx) {
  const { businessId, staffId } = request;
  const hours = toHours(request.hours as NonNullable<typeof request.hours>, "hours");
  const { dates, change } = await overrideDates(ctx, { businessId, staffId, dates: request.dates, hours });
  return { overrides: dates.map((date) => ({ staffId, date: toWireDate(date), hours: fromHours(hours) })), change };
}

async function listWorkingHours(request: ListWorkingHoursRequest, ctx: Ctx) {
  const { from, to } = spanOf(request, MOST_DAYS);
  const business = await businessOf(ctx, request.businessId);
  const who = request.staffIds.length > 0 ? request.staffIds : { online: false };
  const rules = await query(ctx, (db) => loadRules(db, { ...business, who, from, to }));
  const hours = datesBetween(from, to).flatMap((date) => [...rules].map(([staffId, own]) => workingHours(staffId, date, own)));
  return { hours };
}
