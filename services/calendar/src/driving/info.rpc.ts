import { type Ctx, fail, fromWireDate, implement, toWireDate } from "@leashline/kit";
import {
  DrivingInfoService,
  type GetDrivingToVisitsRequest,
  type PlannedVisit,
} from "@leashline/proto/leashline/calendar/v1/driving_info_service_pb.js";
import { query } from "../db.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { placeOfBusiness } from "../service-areas/circles.ts";
import { isFacility } from "../service-areas/service-area.store.ts";
import { livesOf, placesOfVisits } from "../visit-places/visit-places.ts";
import { type Driving, drivingOf, drivingTo, legsOf, legsTo, type Stop } from "./day.ts";
import { fleetOf } from "./places.ts";
import { stopsOf } from "./stop.store.ts";
import { type Leg, type Point, type Way, waysOf } from "./ways.ts";

const MOST_DAYS = 42;

const toWay = ({ miles, minutes }: Way) => ({ drivingMiles: miles, drivingMinutes: minutes });

export const toDriving = ({ way, interval, out }: Driving) => ({
  ...(way && toWay(way)),
  ...(interval !== undefined && { intervalTime: interval }),
  ...(out && { drivingOutMiles: out.miles, drivingOutMinutes: out.minutes }),
});

const toStop = (one: Driving) => ({
  appointmentId: one.stop.appointmentId,
  staffId: one.stop.staffId,
  date: toWireDate(one.stop.date),
  driving: toDriving(one),
});

export const drivingInfoRpc = implement(DrivingInfoService, {
  async batchGetDrivingInfo(request, ctx) {
    const { businessId, staffIdList: staffIds } = request;
    const { from, to } = spanOf(request, MOST_DAYS);
    const [rows, fleet] = await Promise.all([
      query(ctx, (db) => stopsOf(db, { businessId, from, to, staffIds })),
      fleetOf(ctx, businessId),
    ]);
    const placeOf = await placesOfVisits(ctx, rows);
    const stops = rows.map((row) => ({ ...row, point: placeOf(row) }));
    const ways = await waysOf(ctx.runtime.config.env, legsOf(stops, fleet.parkingOf));
    return { stops: drivingOf(stops, fleet.parkingOf, ways).map(toStop) };
  },

  getDrivingToVisits: async (request, ctx) => ({ drivings: await drivingToVisits(ctx, request) }),

  async getDistance({ businessId, lat, lng }, ctx) {
    const from = await placeOfBusiness(ctx, businessId);
    if (!from)
      throw fail("STATE_CONFLICT", { message: "It is not known where the business is. Pick its address in the settings of the location." });
    const to = { lat, lng };
    const ways = await waysOf(ctx.runtime.config.env, [{ from, to }]);
    return { way: toWay(ways(from, to)) };
  },

  async calculateDrivingInfo(request, ctx) {
    const { businessId, clientIdsFrom, clientIdsTo, vanStaffIdsFrom, vanStaffIdsTo } = request;
    const here = { lat: request.addressLat, lng: request.addressLng };
    const [lives, fleet] = await Promise.all([livesOf(ctx, [...clientIdsFrom, ...clientIdsTo]), fleetOf(ctx, businessId)]);
    const known = (ids: readonly string[], placeOf: (id: string) => Point | undefined, legTo: (point: Point) => Leg) =>
      ids.flatMap((id) => {
        const point = placeOf(id);
        return point ? [{ id, leg: legTo(point) }] : [];
      });
    const hither = (from: Point): Leg => ({ from, to: here });
    const thither = (to: Point): Leg => ({ from: here, to });
    const asked = {
      clientsFrom: known(clientIdsFrom, (id) => lives.get(id), hither),
      clientsTo: known(clientIdsTo, (id) => lives.get(id), thither),
      vanStaffFrom: known(vanStaffIdsFrom, (id) => fleet.parkingOf(id).start, hither),
      vanStaffTo: known(vanStaffIdsTo, (id) => fleet.parkingOf(id).end, thither),
    };
    const ways = await waysOf(
      ctx.runtime.config.env,
      Object.values(asked).flatMap((some) => some.map(({ leg }) => leg)),
    );
    const way = ({ from, to }: Leg) => toWay(ways(from, to));
    const ofClients = (some: typeof asked.clientsFrom) => some.map(({ id, leg }) => ({ customerId: id, way: way(leg) }));
    const ofVans = (some: typeof asked.vanStaffFrom) => some.map(({ id, leg }) => ({ staffId: id, way: way(leg) }));
    return {
      clientsFrom: ofClients(asked.clientsFrom),
      clientsTo: ofClients(asked.clientsTo),
      vanStaffFrom: ofVans(asked.vanStaffFrom),
      vanStaffTo: ofVans(asked.vanStaffTo),
    };
  },
});

const toPlanned = ({ staffId, customerId, addressId, appointmentId, date, startTime, endTime }: PlannedVisit): Stop => ({
  ...{ appointmentId, staffId, customerId, addressId, date: fromWireDate(date, "date"), start: startTime, end: endTime },
});

async function drivingToVisits(ctx: Ctx, { businessId, visits }: GetDrivingToVisitsRequest) {
  if (visits.length === 0 || (await query(ctx, (db) => isFacility(db, businessId)))) return visits.map(() => ({}));
  const planned = visits.map(toPlanned);
  const days = planned.map(({ date }) => date).sort();
  const staffIds = [...new Set(planned.map(({ staffId }) => staffId))];
  const [rows, fleet] = await Promise.all([
    query(ctx, (db) => stopsOf(db, { businessId, from: days[0] ?? "", to: days.at(-1) ?? "", staffIds })),
    fleetOf(ctx, businessId),
  ]);
  const placeOf = await placesOfVisits(ctx, [...rows, ...planned]);
  const placed = (stop: Stop): Stop => ({ ...stop, point: placeOf(stop) });
  const [stops, wanted, { parkingOf }] = [rows.map(placed), planned.map(placed), fleet];
  const ways = await waysOf(ctx.runtime.config.env, legsTo(wanted, stops, parkingOf));
  return wanted.map((visit) => {
    const driving = drivingTo(visit, { stops, parkingOf, ways });
    return driving ? toDriving(driving) : {};
  });
}
