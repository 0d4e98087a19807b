import { type Ctx, fromWireDate, listed, type Page } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { ListCareTasksRequest } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { query } from "../db.ts";
import { readRooms } from "../lodging/room.store.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { instantAt } from "../scheduling/zone.ts";
import { readAssignments } from "./assignment.store.ts";
import { holderIn } from "./assignment.ts";
import { toDayService, toTask } from "./care.mapper.ts";
import { readCaredFor, readEntries, readSchedules } from "./care.store.ts";
import { tasksOn } from "./care.ts";
import { readServiceEntries } from "./day-services.store.ts";
import { servicesOn } from "./day-services.ts";

const { CHECKED_IN, READY_FOR_PICKUP } = AppointmentStatus;

/** All that is to be given on a day at a location, by time. */
export async function careTasks(ctx: Ctx, request: ListCareTasksRequest) {
  const business = await businessOf(ctx, request.businessId);
  const now = Date.now();
  const day = request.date ? fromWireDate(request.date, "date") : todayAt(business, now);
  const at = (date: string, minute: number): number => instantAt(date, minute, business.zone).epochMilliseconds;
  const [all, services] = await query(ctx, async (db) => {
    const visits = await readCaredFor(db, business.businessId, day);
    const visitIds = visits.map(({ id }) => id);
    const schedules = await readSchedules(db, visitIds);
    const entries = await readEntries(
      db,
      schedules.map(({ id }) => id),
      day,
    );
    const holderOf = holderIn(await readAssignments(db, visitIds, day));
    const rooms = new Map((await readRooms(db, business.businessId)).map((room) => [room.unitId, room.name]));
    const whereabouts = (visit: Appointment, petId: string) => ({
      lodgingUnitName: rooms.get(unitOf(visit, petId, day)) ?? "",
      customerLastName: visit.customerLastName,
      checkedIn: visit.status === CHECKED_IN || visit.status === READY_FOR_PICKUP,
    });
    const tasks = visits.flatMap((visit) =>
      schedules
        .filter((schedule) => schedule.appointmentId === visit.id)
        .flatMap((schedule) => tasksOn(day, { visit, schedule, entries, now, at }))
        .map((task) => ({ ...toTask(task, holderOf(task)), ...whereabouts(visit, task.schedule.petId) })),
    );
    const noted = await readServiceEntries(db, visitIds, day);
    const besides = visits.flatMap((visit) =>
      servicesOn(day, { visit, entries: noted, now, at }).map((one) => ({
        ...{ ...toDayService(one, holderOf(one)), appointmentId: visit.id },
        ...whereabouts(visit, one.petId),
      })),
    );
    return [tasks, besides.toSorted((a, b) => (a.time || DAY_MINUTES) - (b.time || DAY_MINUTES) || a.petName.localeCompare(b.petName))];
  });
  const sorted = all.toSorted((a, b) => a.time - b.time || a.schedule.petName.localeCompare(b.schedule.petName));
  const keyOf = (one: (typeof sorted)[number]): string => `${one.schedule.careScheduleId}.${one.time}`;
  const read = async ({ after, limit }: Page) => {
    const from = after ? sorted.findIndex((one) => keyOf(one) === after[0]) + 1 : 0;
    return sorted.slice(from, from + limit);
  };
  const { rows, nextPageToken } = await listed(request, { standard: 200, most: 1000, read, key: (one) => [keyOf(one)] });
  return { tasks: rows, nextPageToken, total: sorted.length, services };
}

/** Where a pet sleeps that night, or slept on the night before where it leaves. */
function unitOf({ lines }: Appointment, petId: string, day: string): string {
  const nights = lines.filter((line) => line.petId === petId).flatMap((line) => line.lodgings);
  const night = nights.find(({ from, to }) => from <= day && day < to) ?? nights.find(({ to }) => to === day);
  return night?.unitId ?? "0";
}
