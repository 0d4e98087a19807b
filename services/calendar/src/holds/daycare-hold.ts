import { type Ctx, fail, toWireDate } from "@leashline/kit";
import type { GetDaycarePlacesRequest, HoldDaycareRequest } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { lockStays, placeStay } from "../booking/place-stay.ts";
import { noGrant } from "../booking/placement.ts";
import { fullDays, withoutDaycare } from "../daycare/take-heads.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { readClosedDays } from "../lodging/room.store.ts";
import type { Occupancy } from "../occupancy/resource.ts";
import { overHolders } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf, todayAt } from "../projections/business.ts";
import { comingDay, spanOf } from "../scheduling/asked-days.ts";
import { datesBetween } from "../scheduling/dates.ts";
import { type HeldStay, keepPlaces, lineFor } from "./stay-hold.ts";

const MOST_DAYS = 62;
const MINUTES_OF_A_DAY = 1_440;

/** Pets that nobody has on record are told apart by their place in the request. */
const linesOf = ({ startTime: start, durations }: { startTime: number; durations: readonly number[] }) =>
  durations.map((duration, index) => ({ ...lineFor(String(index + 1)), careType: "DAYCARE", start, duration }));

/** Each day by itself. */
export async function daycarePlaces(ctx: Ctx, request: GetDaycarePlacesRequest) {
  const { from, to } = spanOf(request, MOST_DAYS);
  const { businessId } = await businessOf(ctx, request.businessId);
  const dates = datesBetween(from, to);
  const [full, closed] = await query(ctx, async (db) => [
    await fullDays(db, businessId, dates, linesOf(request), { overHolders: overHolders(ctx, false) }),
    new Set([...(await readClosedDays(db, businessId, from, to)), ...(await withoutDaycare(db, businessId, dates))]),
  ]);
  return { days: dates.map((date) => ({ date: toWireDate(date), closed: closed.has(date), free: !full.has(date) })) };
}

/** Keeps places on all of the days, or on none. */
export async function holdDaycare(ctx: Ctx, request: HoldDaycareRequest): Promise<HeldStay> {
  const business = await businessOf(ctx, request.businessId);
  const today = todayAt(business, Date.now());
  const dates = [...new Set(request.dates.map((date) => comingDay(date, "dates", today)))].sort();
  const end = request.startTime + Math.max(...request.durations);
  if (end > MINUTES_OF_A_DAY) throw fail("PARAMS_INVALID", { field: "startTime", reason: "daycare ends on the day on which it begins" });
  return await command(ctx, (tx) => keep(tx, business, request, { dates, end }), { step: "hold daycare" });
}

async function keep(
  tx: CalendarTx,
  business: BusinessFacts,
  request: HoldDaycareRequest,
  { dates, end }: { dates: string[]; end: number },
) {
  const plans = dates.map((date) => ({ date, endDate: date, start: request.startTime, end, lines: linesOf(request) }));
  lockStays(tx, business.businessId, plans);
  return await keepPlaces(tx, business, request, async () => {
    const taken: Occupancy[] = [];
    for (const plan of plans)
      taken.push(...(await placeStay({ tx, business, plan, grant: noGrant, holdToken: request.replaceToken })).taken);
    return taken;
  });
}
