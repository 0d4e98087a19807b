import { fromWireDate, implement, listed, toMoney } from "@leashline/kit";
import { OverviewService, OverviewStatus, OverviewStay } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import { query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { careDaysOf } from "./care-days.ts";
import { careTypesOn, countByStatus, countStays, readOverview, type StatusCount, type StayCounts } from "./overview.store.ts";
import { overviewPageSize, statusesUnder, tabs } from "./overview.ts";

const MOST_DAYS = 63;

export const overviewRpc = implement(OverviewService, {
  async listOverviewAppointments(request, ctx) {
    const business = await businessOf(ctx, request.businessId);
    const date = request.date ? fromWireDate(request.date, "date") : todayAt(business, Date.now());
    const day = {
      companyId: ctx.companyId,
      businessId: business.businessId,
      date,
      staffIds: request.staffIds,
      keyword: request.keyword.trim(),
      careTypes: request.serviceItemTypes,
      stay: request.stay,
    };
    const statuses = statusesUnder(request.status);
    const asked = { ...request, pageSize: overviewPageSize(request.pageSize) };
    const [{ rows, nextPageToken }, counted, serviceItemTypes, stays] = await query(ctx, async (db) => [
      await listed(asked, { most: 500, read: (page) => readOverview(db, day, statuses, page), key: ({ start, id }) => [start, id] }),
      await countByStatus(db, day),
      await careTypesOn(db, day),
      await countStays(db, day, statusesUnder(OverviewStatus.UNSPECIFIED)),
    ]);
    return {
      date,
      appointments: rows.map(toAppointment),
      counts: countsPerTab(counted, business.currency),
      nextPageToken,
      serviceItemTypes,
      stays: staysOf(stays),
      total: sum(counted, statuses, (one) => one.appointments),
    };
  },

  async getCareDays({ businessId: asked, startDate, endDate }, ctx) {
    const { businessId } = await businessOf(ctx, asked);
    const { from, to } = spanOf({ startDate, endDate }, MOST_DAYS);
    return { days: await query(ctx, (db) => careDaysOf(db, businessId, from, to)) };
  },
});

const staysOf = (counts: StayCounts) => [
  { stay: OverviewStay.ARRIVAL, appointments: counts.arrivals, pets: counts.arriving },
  { stay: OverviewStay.DEPARTURE, appointments: counts.departures, pets: counts.departing, petsGone: counts.gone },
  { stay: OverviewStay.OVERNIGHT, appointments: counts.nights, pets: counts.sleeping },
];

const sum = (counted: readonly StatusCount[], statuses: readonly number[], of: (count: StatusCount) => number): number =>
  counted.filter((one) => statuses.includes(one.status)).reduce((total, one) => total + of(one), 0);

const countsPerTab = (counted: readonly StatusCount[], currency: string) =>
  tabs.map(({ tab, statuses }) => ({
    status: tab,
    appointments: sum(counted, statuses, (one) => one.appointments),
    pets: sum(counted, statuses, (one) => one.pets),
    estimatedTotalPrice: toMoney(
      sum(counted, statuses, (one) => Number(one.price)),
      currency,
    ),
    paidAmount: toMoney(
      sum(counted, statuses, (one) => Number(one.paid)),
      currency,
    ),
  }));
