import type { Ctx } from "@leashline/kit";
import { appointmentOf } from "../appointments/reading.ts";
import { query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { instantAt } from "../scheduling/zone.ts";
import { readAssignments } from "./assignment.store.ts";
import { holderIn } from "./assignment.ts";
import { toBelonging, toDayService, toEvent, toSchedule, toShiftNote, toTask } from "./care.mapper.ts";
import { readEntries, readSchedules } from "./care.store.ts";
import { daysUntil, tasksOn } from "./care.ts";
import { readBelongings, readShiftNotes } from "./carried.store.ts";
import { readServiceEntries } from "./day-services.store.ts";
import { servicesOn } from "./day-services.ts";

const MOST_EVENTS = 200;

/** All that is noted for an appointment, and what was missed so far. */
export async function careSheet(ctx: Ctx, appointmentId: string) {
  const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
  const business = await businessOf(ctx, visit.businessId);
  const now = Date.now();
  const at = (day: string, minute: number): number => instantAt(day, minute, business.zone).epochMilliseconds;
  return await query(ctx, async (db) => {
    const schedules = await readSchedules(db, [visit.id]);
    const entries = await readEntries(
      db,
      schedules.map(({ id }) => id),
    );
    const days = daysUntil(visit, todayAt(business, now));
    const tasks = days.flatMap((day) => schedules.flatMap((schedule) => tasksOn(day, { visit, schedule, entries, now, at })));
    const noted = await readServiceEntries(db, [visit.id]);
    const served = [...new Set([...days, ...noted.map(({ day }) => day)])].sort();
    const services = served.flatMap((day) => servicesOn(day, { visit, entries: noted, now, at }));
    const holderOf = holderIn(await readAssignments(db, [visit.id]));
    const whose = { appointmentId: visit.id, customerLastName: visit.customerLastName };
    return {
      schedules: schedules.filter((one) => one.endedAt === null).map(toSchedule),
      events: entries.slice(0, MOST_EVENTS).map(toEvent),
      belongings: (await readBelongings(db, visit.id)).map(toBelonging),
      notes: (await readShiftNotes(db, visit.id)).map(toShiftNote),
      services: services
        .filter((one) => one.missed || one.events.length > 0)
        .map((one) => ({ ...toDayService(one, holderOf(one)), ...whose })),
      missed: tasks.filter((one) => one.missed).map((one) => toTask(one, holderOf(one))),
    };
  });
}
