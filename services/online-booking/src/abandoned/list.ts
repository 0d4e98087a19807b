import {
  type Ctx,
  fail,
  fromWireDate,
  instantAt,
  mustExist,
  ownStaffId,
  type Page,
  reachesBusiness,
  scopeLevel,
  todayIn,
} from "@leashline/kit";
import type {
  ExportAbandonedBookingsRequest,
  SearchAbandonedBookingsRequest,
} from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { query } from "../db.ts";
import { staffNames } from "../projections/staff-names.store.ts";
import { businessAt } from "../storefront/business.ts";
import { statusOf } from "./abandoned.mapper.ts";
import { readFlows, searchAbandoned } from "./abandoned.store.ts";
import { type AbandonedRow, type AbandonedState, daysOf, leftBefore } from "./abandoned.ts";

type Asked = SearchAbandonedBookingsRequest | ExportAbandonedBookingsRequest;

/** With the level "own" a person sees those only who chose them. */
const onlyStaff = (ctx: Ctx): string | null => (scopeLevel(ctx, ScopeKind.ABANDONED_BOOKINGS) === ScopeLevel.OWN ? ownStaffId(ctx) : null);

const states = Object.keys(statusOf) as AbandonedState[];

export async function listAbandoned(ctx: Ctx, asked: Asked, page: Page) {
  const { businessId, keyword, steps, customerTypes, startDate, endDate } = asked;
  const { timezoneName: zone } = await businessAt(ctx, businessId);
  const named = { from: startDate && fromWireDate(startDate, "startDate"), to: endDate && fromWireDate(endDate, "endDate") };
  const days = daysOf(named, todayIn(zone));
  if (!days) throw fail("PARAMS_INVALID", { field: "endDate", reason: "on or after the start, at most a year" });
  const filter = {
    businessId,
    staffId: onlyStaff(ctx),
    keyword: keyword.trim(),
    statuses: states.filter((state) => asked.statuses.includes(statusOf[state])),
    steps,
    customerTypes,
    from: instantAt(days.from, 0, zone),
    before: instantAt(days.to, 1440, zone),
    leftBefore: leftBefore(new Date()),
  };
  const found = await query(ctx, (db) => searchAbandoned(db, filter, page));
  return { ...found, days, zone, names: await namesOf(ctx, found.rows) };
}

/** What the people are called whom the visitors chose. */
export const namesOf = (ctx: Ctx, rows: readonly AbandonedRow[]): Promise<ReadonlyMap<string, string>> =>
  staffNames(
    ctx,
    rows.map(({ staffId }) => staffId),
  );

/** Those of them that the caller may see; the others are as good as gone. */
export async function visibleOnes(ctx: Ctx, flowIds: readonly string[]): Promise<AbandonedRow[]> {
  const only = onlyStaff(ctx);
  const rows = await query(ctx, (db) => readFlows(db, flowIds));
  return rows.filter((row) => reachesBusiness(ctx, row.businessId) && (only === null || row.staffId === only));
}

export const visible = async (ctx: Ctx, flowId: string): Promise<AbandonedRow> =>
  mustExist((await visibleOnes(ctx, [flowId]))[0], "bookingFlowId");
