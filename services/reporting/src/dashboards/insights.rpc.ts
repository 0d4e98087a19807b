import { type Ctx, implement, scopeLevel, toMoney, toWireDate } from "@leashline/kit";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { InsightsService } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import { query } from "../db.ts";
import { type Asked, spanOf } from "../reports/span.ts";
import { readBooked, readMissed, readOverdue, type Span, staffNames } from "./insights.store.ts";
import { byLateness, staffTimes } from "./insights.ts";

const mostListed = 100;
/** So many days the calendar tells the hours of at once. */
const daysAtOnce = 60;

export const insightsRpc = implement(InsightsService, {
  async getInsights(request, ctx) {
    const span = spanOf(request);
    const [time, gone, due] = await Promise.all([staffTime(ctx, span), missed(ctx, span), overdue(ctx, span)]);
    return { ...time, ...gone, ...due };
  },
});

async function staffTime(ctx: Ctx, span: Span) {
  const [booked, names, hours] = await Promise.all([query(ctx, (db) => readBooked(db, span)), query(ctx, staffNames), hoursOf(ctx, span)]);
  const staff = staffTimes(booked, hours, names);
  const sum = (pick: (one: (typeof staff)[number]) => number) => staff.reduce((total, one) => total + pick(one), 0);
  return { staff, bookedMinutes: sum((one) => one.bookedMinutes), workingMinutes: sum((one) => one.workingMinutes) };
}

async function hoursOf(ctx: Ctx, { businessId, from, to }: Asked & Span) {
  const schedules = ctx.client(StaffScheduleService);
  const parts: Promise<Awaited<ReturnType<typeof schedules.listWorkingHours>>>[] = [];
  const last = Temporal.PlainDate.from(to);
  for (let start = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(start, last) <= 0; start = start.add({ days: daysAtOnce })) {
    const end = start.add({ days: daysAtOnce - 1 });
    const until = Temporal.PlainDate.compare(end, last) < 0 ? end : last;
    parts.push(schedules.listWorkingHours({ businessId, startDate: toWireDate(start.toString()), endDate: toWireDate(until.toString()) }));
  }
  return (await Promise.all(parts)).flatMap(({ hours }) => hours);
}

/** Names only for who may see clients that are not their own. */
const seesClients = (ctx: Ctx): boolean => scopeLevel(ctx, ScopeKind.CLIENTS) > ScopeLevel.OWN;

async function missed(ctx: Ctx, span: Span) {
  const found = await query(ctx, (db) => readMissed(db, span, mostListed));
  const money = (minor: string) => toMoney(minor, ctx.caller.currency);
  return {
    missedDays: found.days.map(({ date, noShows, late }) => ({ date, noShows, lateCancellations: late })),
    noShows: found.days.reduce((sum, day) => sum + day.noShows, 0),
    lateCancellations: found.days.reduce((sum, day) => sum + day.late, 0),
    missedWorth: money(found.worth),
    missed: seesClients(ctx)
      ? found.appointments.map(({ name, startMinute, worth, ...one }) => ({
          ...one,
          customerName: name,
          startTime: startMinute,
          worth: money(worth),
        }))
      : [],
  };
}

async function overdue(ctx: Ctx, { businessId }: Span) {
  const today = Temporal.Now.plainDateISO(ctx.caller.zone || "UTC").toString();
  const { rows, days } = await query(ctx, (db) => readOverdue(db, businessId, today, mostListed));
  return {
    overdueClients: days.reduce((sum, { clients }) => sum + clients, 0),
    overdueByWeeks: byLateness(days),
    overdue: seesClients(ctx) ? rows.map(({ name, ...one }) => ({ ...one, customerName: name })) : [],
  };
}
