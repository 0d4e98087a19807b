import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type Appointment, isStay, type StaffSegment, segmentsOf } from "../appointments/appointment.ts";
import { withoutThese } from "../batch/turn.ts";
import { OFFER_STEP } from "../conflicts/offers.ts";
import type { Parking } from "../driving/day.ts";
import type { Leg, Point, Ways } from "../driving/ways.ts";
import { type Days, dayKey } from "../occupancy/days.store.ts";
import { freeStarts } from "../scheduling/free.ts";
import { bestOrder, DEPARTURE, type Problem, type RouteStop, startsOf, walk } from "./route.ts";

/** An appointment of a day, and where it is, as far as that is known. */
export type Visit = { readonly appointment: Appointment; readonly segment: StaffSegment; readonly point?: Point | undefined };
export type RouteDay = {
  readonly staffId: string;
  readonly date: string;
  readonly visits: readonly Visit[];
  readonly parking: Parking;
  /** With everything that is on them. */
  readonly days: Days;
  /** The first minute that is still to come; 0 on a later day. */
  readonly notBefore: number;
};
/** What clients were promised: how far a stop may go from its time, and which may not at all. */
export type Promised = { readonly earlier: number; readonly later: number; readonly keep: ReadonlySet<string> };

export type Drive = { readonly minutes: number; readonly miles: number };
export type Planned = {
  /** In the order in which they are driven, each with its start. */
  readonly stops: readonly { readonly visit: Visit; readonly start: number }[];
  readonly before: Drive;
  readonly after: Drive;
  readonly saved: number;
  readonly tooTight: boolean;
};

const { UNCONFIRMED, CONFIRMED } = AppointmentStatus;
const open: readonly number[] = [UNCONFIRMED, CONFIRMED];

/** One that can be driven to at another time than now. */
const mayMove = ({ notBefore }: RouteDay, { appointment, segment, point }: Visit, { keep }: Promised): boolean =>
  point !== undefined &&
  open.includes(appointment.status) &&
  !isStay(appointment) &&
  segmentsOf(appointment.lines).length === 1 &&
  segment.start >= notBefore &&
  !keep.has(appointment.id);

function stopsOf(day: RouteDay, promised: Promised): RouteStop[] {
  const moving = day.visits.filter((visit) => mayMove(day, visit, promised));
  const others = withoutThese(day.days, new Set(moving.map(({ appointment }) => appointment.id)));
  const free = others.get(dayKey(day.staffId, day.date));
  return day.visits.map((visit): RouteStop => {
    const { start, end, petIds, serviceIds, shares } = visit.segment;
    const demand = { duration: end - start, step: OFFER_STEP, pets: petIds.length, serviceIds, shares, notBefore: day.notBefore };
    const found = moving.includes(visit) && free ? freeStarts(free, demand) : [];
    const promisedStarts = found.filter((one) => one >= start - promised.earlier && one <= start + promised.later);
    const starts = [...new Set([...promisedStarts, start])].sort((a, b) => a - b);
    return {
      duration: end - start,
      startFrom: (minute) => starts.find((one) => one >= minute),
      startUpTo: (minute) => starts.findLast((one) => one <= minute),
      ...(!visit.point && { placeless: true }),
    };
  });
}

type Routes = { readonly visits: readonly { readonly point?: Point | undefined }[]; readonly parking: Parking };

const pointOf = ({ visits, parking }: Routes, nth: number): Point | undefined =>
  nth >= 0 ? visits[nth]?.point : nth === DEPARTURE ? parking.start : parking.end;

const minutesBy =
  (day: Routes, ways: Ways) =>
  (from: number, to: number): number => {
    const [a, b] = [pointOf(day, from), pointOf(day, to)];
    return a && b ? ways(a, b).minutes : 0;
  };

/** The ways of a route in an order, from its departure to its return. */
export function legsIn({ visits, parking }: Routes, order: readonly number[]): Leg[] {
  const places = [parking.start, ...order.map((nth) => visits[nth]?.point), parking.end].filter((point) => point !== undefined);
  return places.slice(1).map((to, n) => ({ from: places[n] as Point, to }));
}

export function driveIn(day: Routes, order: readonly number[], ways: Ways): Drive {
  const driven = legsIn(day, order).map(({ from, to }) => ways(from, to));
  const miles = driven.reduce((sum, way) => sum + way.miles, 0);
  return { minutes: driven.reduce((sum, way) => sum + way.minutes, 0), miles: Math.round(miles * 10) / 10 };
}

/** The order to drive a day in, by ways that are estimated. */
export function orderOf(day: RouteDay, promised: Promised, ways: Ways): readonly number[] {
  const problem = { stops: stopsOf(day, promised), minutes: minutesBy(day, ways), leaves: 0 };
  return bestOrder(problem, day.visits.keys().toArray()).order;
}

/** What that order makes of the day by the ways it is driven on; the day as it is, when it saves nothing there or does not fit. */
export function plannedBy(day: RouteDay, promised: Promised, order: readonly number[], ways: Ways): Planned {
  const problem: Problem = { stops: stopsOf(day, promised), minutes: minutesBy(day, ways), leaves: 0 };
  const wanted = day.visits.map(({ segment }) => segment.start);
  const given = [...wanted.keys()];
  const [before, after] = [driveIn(day, given, ways), driveIn(day, order, ways)];
  const tooTight = isTight(problem, wanted);
  const starts = startsOf(problem, order, wanted);
  const saved = before.minutes - after.minutes;
  if (!starts || saved < 1) {
    const stops = day.visits.map((visit) => ({ visit, start: visit.segment.start }));
    return { stops, before, after: before, saved: 0, tooTight };
  }
  return {
    stops: order.map((nth, k) => ({ visit: day.visits[nth] as Visit, start: starts[k] as number })),
    before,
    after,
    saved,
    tooTight,
  };
}

/** Whether the driving fits between the stops at the times they are at. */
const isTight = (problem: Problem, times: readonly number[]): boolean => {
  const stops = problem.stops.map((stop, nth): RouteStop => {
    const at = times[nth] as number;
    return { ...stop, startFrom: (minute) => (minute <= at ? at : undefined), startUpTo: (minute) => (minute >= at ? at : undefined) };
  });
  return walk({ ...problem, stops }, [...times.keys()]).missed > 0;
};
