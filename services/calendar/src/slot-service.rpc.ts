import { type Ctx, fail, implement, toTimestamp } from "@leashline/kit";
import {
  type CheckConflictRequest,
  type ListFreeSlotsRequest,
  SlotService,
} from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { readAppointments } from "./appointments/appointment.store.ts";
import { daysOf, earliestAt, type FreeTimes, freeTimes, theirDays } from "./conflicts/offers.ts";
import { conflictDetail } from "./conflicts/slot-conflict.ts";
import { type Db, query } from "./db.ts";
import { holdSlot, releaseHolds } from "./holds/hold.ts";
import { dayKey, loadDays, loadFreeDays } from "./occupancy/days.store.ts";
import { freeOnline, onlineOf } from "./occupancy/free-together.ts";
import { over } from "./occupancy/resource-lock.ts";
import { businessOf } from "./projections/business.ts";
import { termsOf } from "./projections/service-terms.store.ts";
import { calendarDay, spanOf } from "./scheduling/asked-days.ts";
import { laterOf } from "./scheduling/dates.ts";
import { DEFAULT_STEP } from "./scheduling/free.ts";
import { comers } from "./scheduling/pet-share.ts";
import { partsOf } from "./scheduling/shared-work.ts";
import { conflictsOf } from "./scheduling/verdict.ts";

const MOST_DAYS = 62;

export const slotRpc = implement(SlotService, {
  async listFreeSlots(request, ctx) {
    return { days: await freeSlots(ctx, request) };
  },

  async holdSlot(request, ctx) {
    const { token, staffId, expiresAt } = await holdSlot(ctx, request);
    return { token, staffId, ...(token && { expiresAt: toTimestamp(new Date(expiresAt)) }) };
  },

  async releaseHold({ token, key }, ctx) {
    if (token === "" && key === "") throw fail("PARAMS_INVALID", { field: "token", reason: "name the hold or the key" });
    if (key && ctx.caller.via === "") throw fail("PARAMS_INVALID", { field: "key", reason: "is for our own services" });
    await releaseHolds(ctx, { token, key });
    return {};
  },

  checkConflict,
});

async function freeSlots(ctx: Ctx, request: ListFreeSlotsRequest): Promise<FreeTimes[]> {
  const { from, to } = spanOf(request, MOST_DAYS);
  const business = await businessOf(ctx, request.businessId);
  const earliest = earliestAt(Date.now(), request.noticeMinutes, business.zone);
  if (to < earliest.date) return [];
  const demand = {
    duration: request.duration,
    step: request.step || DEFAULT_STEP,
    ...comers(request),
  };
  const span = { from: laterOf(from, earliest.date), to };
  const { staffIds, ignoreAppointmentId, onlineOnly } = request;
  if (onlineOnly && ignoreAppointmentId === "0") {
    const part = { ...span, least: demand.duration, serviceIds: demand.serviceIds };
    const { days, online, terms } = await freeOnline(ctx, business, staffIds, part);
    return freeTimes(theirDays(online ? daysOf(days, online) : days, terms), demand, earliest);
  }
  return await query(ctx, async (db) => {
    const who = staffIds.length === 0 ? { online: onlineOnly } : [...new Set(staffIds)];
    const ignore = ignoreAppointmentId === "0" ? {} : { ignoreAppointmentId };
    const [days, online, terms, doers] = await Promise.all([
      loadFreeDays(db, { ...business, ...span, ...ignore, who }, demand.duration),
      onlineOnly && staffIds.length > 0 ? onlineOf(db, staffIds) : null,
      termsOf(db, demand.serviceIds),
      doersOf(db, ignoreAppointmentId, demand.serviceIds),
    ]);
    return freeTimes(theirDays(online ? daysOf(days, online) : days, terms, doers), demand, earliest);
  });
}

/** Who does these services in a visit that is being moved. */
async function doersOf(db: Db, appointmentId: string, serviceIds: readonly string[]): Promise<string[]> {
  if (appointmentId === "0" || serviceIds.length === 0) return [];
  const visits = await readAppointments(db, [appointmentId]);
  const lines = visits.flatMap((one) => one.lines).filter(({ serviceId }) => serviceIds.includes(serviceId));
  return lines.flatMap((line) => partsOf(line).map(({ staffId }) => staffId));
}

async function checkConflict(request: CheckConflictRequest, ctx: Ctx) {
  const { businessId, staffId, startTime, endTime, appointmentId } = request;
  if (endTime <= startTime) throw fail("PARAMS_INVALID", { field: "endTime", reason: "must be after the start" });
  const business = await businessOf(ctx, businessId);
  const date = calendarDay(request.date, "date");
  const question = {
    ...business,
    companyId: ctx.companyId,
    who: [staffId],
    from: date,
    to: date,
    ...over(ctx),
    ignoreAppointmentId: appointmentId,
  };
  const days = await query(ctx, (db) => loadDays(db, question));
  const wanted = { start: startTime, end: endTime, staffId, date, ...comers(request) };
  const staffDay = days.get(dayKey(staffId, date));
  const [conflict] = staffDay ? conflictsOf(staffDay, { ...wanted, range: wanted }) : [];
  return conflict ? { available: false, conflict: await conflictDetail(ctx, business, conflict, wanted) } : { available: true };
}
