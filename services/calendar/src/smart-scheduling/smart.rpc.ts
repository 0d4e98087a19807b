import { type Ctx, fail, implement, toWireDate } from "@leashline/kit";
import {
  SmartRule,
  type SmartScheduleRequest,
  SmartSchedulingService,
} from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import { earliestAt, OFFER_STEP } from "../conflicts/offers.ts";
import { query } from "../db.ts";
import { fleetOf } from "../driving/places.ts";
import { placedVisits } from "../driving/stop.store.ts";
import { estimated, waysOf } from "../driving/ways.ts";
import { dayKey, loadFreeDaysAndVisits } from "../occupancy/days.store.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { datesBetween, laterOf } from "../scheduling/dates.ts";
import { freeStarts } from "../scheduling/free.ts";
import { areasOf, staffDays } from "../service-areas/service-area.store.ts";
import { coverage } from "../service-areas/service-area.ts";
import { livesOf, placesOfVisits, type VisitPlace } from "../visit-places/visit-places.ts";
import { byCost, type Found, judged, legsFor, type Rule, reasonOf, smartSlots, type VanDay, type Visit } from "./smart.ts";
import { bufferAt } from "./smart-setting.rpc.ts";
import { findSmartSetting } from "./smart-setting.store.ts";

/** Days a fetch, and days ahead of today (growth §9). */
const FETCH_DAYS = 42;
const MOST_AHEAD = 360;
const USUAL_COUNT = 10;

const wireRule: Readonly<Record<Rule, SmartRule>> = {
  notWorking: SmartRule.NOT_WORKING,
  noFreeTime: SmartRule.NO_FREE_TIME,
  serviceArea: SmartRule.SERVICE_AREA,
  tooFar: SmartRule.TOO_FAR,
  noTimeToDrive: SmartRule.NO_TIME_TO_DRIVE,
};

const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
const earlierOf = (a: string, b: string): string => (a < b ? a : b);

export const smartSchedulingRpc = implement(SmartSchedulingService, {
  async smartSchedule(request, ctx) {
    const where = await placeOf(ctx, request);
    const [business, { setting }] = await Promise.all([businessOf(ctx, request.businessId), query(ctx, findSmartSetting)]);
    const earliest = earliestAt(Date.now(), 0, business.zone);
    const from = laterOf(calendarDay(request.date, "date"), earliest.date);
    const ahead = addDays(earliest.date, request.farthestDay || MOST_AHEAD);
    const farthest = request.lastDate ? earlierOf(calendarDay(request.lastDate, "lastDate"), ahead) : ahead;
    if (from > farthest) return {};
    const to = earlierOf(addDays(from, FETCH_DAYS - 1), farthest);
    const visit = { point: where, duration: request.duration, buffer: request.bufferTime ?? bufferAt(setting, request.businessId) };
    const days = await vanDays(ctx, request, { business, from, to, earliest, where, anywhere: !setting.serviceAreaEnable });
    const { slots, ruledOut } = smartSlots(days, visit, estimated);
    const best = await byRoad(ctx, days, slots.slice(0, request.count || USUAL_COUNT), visit);
    return {
      slots: best.map((one) => toSlot(one, request.duration)),
      ruledOut: ruledOut.map(({ date, rule }) => ({ date: toWireDate(date), rule: wireRule[rule] })),
      ...(to < farthest && { nextDate: toWireDate(addDays(to, 1)) }),
    };
  },
});

async function placeOf(ctx: Ctx, { address, customerId }: SmartScheduleRequest): Promise<VisitPlace> {
  if (address) return address;
  if (customerId === "0") throw fail("PARAMS_INVALID", { field: "address", reason: "an address or a client is needed" });
  const lives = (await livesOf(ctx, [customerId])).get(customerId);
  if (lives) return lives;
  throw fail("STATE_CONFLICT", { message: "It is not known where this client lives. Pick their address from the suggestions first." });
}

type Asked = {
  business: BusinessFacts;
  from: string;
  to: string;
  earliest: { date: string; minute: number };
  where: VisitPlace;
  anywhere: boolean;
};

async function vanDays(
  ctx: Ctx,
  request: SmartScheduleRequest,
  { business, from, to, earliest, where, anywhere }: Asked,
): Promise<VanDay[]> {
  const { businessId, duration, earliestStart, latestEnd } = request;
  const staffIds = [...new Set(request.staffIds)];
  const [known, fleet] = await Promise.all([
    query(ctx, async (db) => {
      const [{ days, visits }, areas, weeks] = await Promise.all([
        loadFreeDaysAndVisits(db, { ...business, from, to, who: staffIds }, duration),
        areasOf(db, businessId),
        staffDays(db, businessId),
      ]);
      const whose = await placedVisits(
        db,
        visits.map(({ appointmentId }) => appointmentId),
      );
      return { days, visits, whose, areas, weeks };
    }),
    fleetOf(ctx, businessId),
  ]);
  const visits = Map.groupBy(known.visits, ({ staffId, date }) => dayKey(staffId, date));
  const placed = [...new Set(known.whose.values())];
  const placeOf = await placesOfVisits(ctx, placed);
  const points = new Map(placed.map((visit) => [visit, placeOf(visit)]));
  const pointOf = (appointmentId: number) => {
    const visit = known.whose.get(appointmentId);
    return visit && points.get(visit);
  };
  const place = { zipcode: where.zipcode, point: where };
  const goes = new Map<string, boolean>();
  const covers = (staffId: string, weekday: number): boolean => {
    const key = `${staffId} ${weekday}`;
    const seen = goes.get(key);
    if (seen !== undefined) return seen;
    const ids = known.weeks.find((one) => one.staffId === staffId && one.weekday === weekday)?.areaIds ?? [];
    const own = known.areas.filter(({ id }) => ids.includes(id));
    const { covered } = coverage(known.areas, own, place);
    goes.set(key, covered);
    return covered;
  };
  const weekdays = new Map(datesBetween(from, to).map((date) => [date, Temporal.PlainDate.from(date).dayOfWeek]));
  return [...known.days].map(([key, staffDay]) => {
    const [staffId = "", date = ""] = key.split(" ");
    const notBefore = Math.max(earliestStart, date === earliest.date ? earliest.minute : 0);
    const starts = freeStarts(staffDay, { duration, step: OFFER_STEP, pets: 1, serviceIds: [], notBefore });
    return {
      date,
      staffId,
      working: staffDay.day.working,
      covered: anywhere || known.areas.length === 0 || covers(staffId, weekdays.get(date) ?? 0),
      starts: latestEnd > 0 ? starts.filter((start) => start + duration <= latestEnd) : starts,
      errands: (visits.get(key) ?? []).map(({ start, end, appointmentId }) => ({ start, end, point: pointOf(appointmentId) })),
      parking: fleet.parkingOf(staffId),
      limits: fleet.limitsOf(staffId),
    };
  });
}

/** The best of them once more, by the roads that the vendor of maps knows: what then breaks a rule falls out. */
async function byRoad(ctx: Ctx, days: readonly VanDay[], best: readonly Found[], visit: Visit): Promise<Found[]> {
  const chosen = best.flatMap(({ date, staffId, start }) => {
    const day = days.find((one) => one.date === date && one.staffId === staffId);
    return day ? [{ day, start }] : [];
  });
  const ways = await waysOf(
    ctx.runtime.config.env,
    chosen.flatMap(({ day, start }) => legsFor(day, start, visit)),
  );
  const again = chosen.map(({ day, start }) => judged(day, start, visit, ways));
  return again.filter((one) => typeof one !== "string").toSorted(byCost);
}

const toSlot = (one: Found, duration: number) => ({
  date: toWireDate(one.date),
  staffId: one.staffId,
  startTime: one.start,
  endTime: one.start + duration,
  driving: {
    ...(one.wayIn && { drivingMiles: one.wayIn.miles, drivingMinutes: one.wayIn.minutes }),
    ...(one.wayOut && { drivingOutMiles: one.wayOut.miles, drivingOutMinutes: one.wayOut.minutes }),
  },
  extraMinutes: one.extra,
  reason: reasonOf(one),
});
