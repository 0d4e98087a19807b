import { type Ctx, can, fail, implement, toWireDate } from "@leashline/kit";
import { DayRouteService, type PlanDayRouteRequest } from "@leashline/proto/leashline/calendar/v1/day_route_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import { readAppointments } from "../appointments/appointment.store.ts";
import { segmentsOf } from "../appointments/appointment.ts";
import { earliestAt } from "../conflicts/offers.ts";
import { query } from "../db.ts";
import { drivingOf, legsOf, type Stop } from "../driving/day.ts";
import { toDriving } from "../driving/info.rpc.ts";
import { mapSettings, mapStyle } from "../driving/map-settings.ts";
import { type Fleet, fleetOf } from "../driving/places.ts";
import { stopsOf } from "../driving/stop.store.ts";
import { estimated, type Ways, waysOf } from "../driving/ways.ts";
import { loadDays } from "../occupancy/days.store.ts";
import { over } from "../occupancy/resource-lock.ts";
import { businessOf } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { placeOfBusiness } from "../service-areas/circles.ts";
import { placesOfVisits } from "../visit-places/visit-places.ts";
import { driveIn, legsIn, orderOf, type Planned, plannedBy, type RouteDay } from "./plan.ts";

const MOST_STOPS = 40;

export const dayRouteRpc = implement(DayRouteService, {
  async getDayMap(request, ctx) {
    const { businessId, staffIds } = request;
    const date = calendarDay(request.date, "date");
    const [rows, fleet, business] = await Promise.all([
      query(ctx, (db) => stopsOf(db, { businessId, from: date, to: date, staffIds })),
      fleetOf(ctx, businessId),
      placeOfBusiness(ctx, businessId),
    ]);
    const seen = can(ctx, Permission.VIEW_CLIENT_CONTACT);
    const stops = await placed(ctx, rows);
    const ways = await waysOf(ctx.runtime.config.env, legsOf(stops, fleet.parkingOf));
    const byStaff = Map.groupBy(stops, (stop) => stop.staffId);
    return {
      routes: [...byStaff].map(([staffId, own]) => toRoute(staffId, own, { fleet, ways, seen })),
      mapStyleUrl: mapStyle(ctx.runtime.config.env),
      placesHidden: !seen,
      ...(business && { business }),
    };
  },

  async planDayRoute(request, ctx) {
    const day = await routeDay(ctx, request);
    const promised = { earlier: request.earlierMinutes, later: request.laterMinutes, keep: new Set(request.keepAppointmentIds) };
    const order = orderOf(day, promised, estimated);
    const env = ctx.runtime.config.env;
    const ways = mapSettings(env) ? await waysOf(env, [...legsIn(day, [...day.visits.keys()]), ...legsIn(day, order)]) : estimated;
    return toPlan(plannedBy(day, promised, order, ways), day);
  },
});

async function placed(ctx: Ctx, rows: readonly Stop[]): Promise<Stop[]> {
  const placeOf = await placesOfVisits(ctx, rows);
  return rows.map((row) => ({ ...row, point: placeOf(row) }));
}

type Known = { readonly fleet: Fleet; readonly ways: Ways; readonly seen: boolean };

function toRoute(staffId: string, stops: readonly Stop[], { fleet, ways, seen }: Known) {
  const parking = fleet.parkingOf(staffId);
  return {
    staffId,
    van: fleet.vanOf(staffId),
    ...(parking.start && { departure: parking.start }),
    ...(parking.end && { return: parking.end }),
    stops: drivingOf(stops, fleet.parkingOf, ways).map((one) => ({
      appointmentId: one.stop.appointmentId,
      startTime: one.stop.start,
      endTime: one.stop.end,
      ...(seen && one.stop.point && { place: { lat: one.stop.point.lat, lng: one.stop.point.lng } }),
      driving: toDriving(one),
    })),
    drive: driveIn({ visits: stops, parking }, [...stops.keys()], ways),
  };
}

async function routeDay(ctx: Ctx, { businessId, staffId, date: asked }: PlanDayRouteRequest): Promise<RouteDay> {
  const date = calendarDay(asked, "date");
  const business = await businessOf(ctx, businessId);
  await staffById(ctx, [staffId]);
  const earliest = earliestAt(Date.now(), 0, business.zone);
  const kept = await query(ctx, async (db) => {
    const rows = await stopsOf(db, { businessId: business.businessId, from: date, to: date, staffIds: [staffId] });
    const appointments = await readAppointments(
      db,
      rows.map((row) => row.appointmentId),
    );
    const days = await loadDays(db, { ...business, who: [staffId], from: date, to: date, ...over(ctx) });
    return { rows, appointments, days };
  });
  if (kept.rows.length > MOST_STOPS)
    throw fail("STATE_CONFLICT", { message: `A route of more than ${MOST_STOPS} stops cannot be planned.` });
  const [stops, fleet] = await Promise.all([placed(ctx, kept.rows), fleetOf(ctx, business.businessId)]);
  const visits = stops.flatMap(({ appointmentId, point }) => {
    const appointment = kept.appointments.find(({ id }) => id === appointmentId);
    const segment = appointment && segmentsOf(appointment.lines).find((one) => one.staffId === staffId);
    return appointment && segment ? [{ appointment, segment, point }] : [];
  });
  const notBefore = date < earliest.date ? Number.POSITIVE_INFINITY : date === earliest.date ? earliest.minute : 0;
  return { staffId, date, visits, parking: fleet.parkingOf(staffId), days: kept.days, notBefore };
}

const toPlan = ({ stops, before, after, saved, tooTight }: Planned, { staffId, date }: RouteDay) => ({
  rows: stops.map(({ visit: { appointment, segment }, start }) => ({
    appointment: toAppointment(appointment),
    originalStaffId: staffId,
    staffId,
    startDate: toWireDate(date),
    startTime: start,
    endTime: start + segment.end - segment.start,
  })),
  before,
  after,
  savedMinutes: saved,
  tooTight,
});
