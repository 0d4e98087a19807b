import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type { QueryShiftsRequest, QueryShiftsResponseSchema } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { workingHours } from "../schedules/hours.mapper.ts";
import { loadRules } from "../schedules/rules.store.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { datesBetween } from "../scheduling/dates.ts";
import { toArea } from "./service-area.mapper.ts";
import { areasOf, staffDays } from "./service-area.store.ts";

const MOST_DAYS = 62;

/** Who works on which days, and where they go on that weekday. */
export async function shiftsOf(ctx: Ctx, request: QueryShiftsRequest): Promise<MessageInitShape<typeof QueryShiftsResponseSchema>> {
  const { from, to } = spanOf(request, MOST_DAYS);
  const business = await businessOf(ctx, request.businessId);
  const who = request.staffIds.length > 0 ? request.staffIds : { online: false };
  const { rules, areas, days } = await query(ctx, async (db) => ({
    rules: await loadRules(db, { ...business, who, from, to }),
    areas: await areasOf(db, business.businessId),
    days: await staffDays(db, business.businessId),
  }));
  const shifts = datesBetween(from, to).flatMap((date) => {
    const weekday = Temporal.PlainDate.from(date).dayOfWeek;
    const areaIds = (staffId: string) => days.find((one) => one.staffId === staffId && one.weekday === weekday)?.areaIds ?? [];
    const all = [...rules].map(([staffId, own]) => ({ hours: workingHours(staffId, date, own), areaIds: areaIds(staffId) }));
    return all.filter(({ hours }) => (hours.timeRange?.length ?? 0) > 0);
  });
  const named = new Set(shifts.flatMap((shift) => shift.areaIds));
  return { shifts, areas: areas.filter(({ id }) => named.has(id)).map(toArea) };
}
