import { type Ctx, fail, fromWireDate, implement, lockRow, mustBeCurrent, mustBePrivate, notBlank } from "@leashline/kit";
import {
  CareService,
  type CreateCareScheduleRequest,
  type RecordCareRequest,
} from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { CareGivenSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { whyNoAmount } from "@leashline/proto/rules/given-amount.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { type CalendarTx, command } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { datesBetween } from "../scheduling/dates.ts";
import { assignCare } from "./assign.ts";
import { carryAssignments, readAssignments } from "./assignment.store.ts";
import { holderIn } from "./assignment.ts";
import { toBelonging, toSchedule, toShiftNote, toTask } from "./care.mapper.ts";
import { endSchedule, insertEntry, insertSchedule, readEntries, readSchedules } from "./care.store.ts";
import { type CareEntry, givenSoFar, isGivenOn, Outcome, type Schedule, standing } from "./care.ts";
import { deleteBelonging, insertBelonging, insertShiftNote, returnBelonging, saveBelonging } from "./carried.store.ts";
import { recordService } from "./record-service.ts";
import { careSheet } from "./sheet.ts";
import { careTasks } from "./tasks.ts";
import { careLock, isRepeated, mustBeDue, mustBeHere, saidBy, tickOf } from "./tick.ts";

const ENTITY = "care";

export const careRpc = implement(CareService, {
  getCareSheet: ({ appointmentId }, ctx) => careSheet(ctx, appointmentId),
  createCareSchedule: async (request, ctx) => ({ schedule: await createSchedule(ctx, request) }),

  async deleteCareSchedule({ appointmentId, careScheduleId }, ctx) {
    const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
    return await command(ctx, async (tx) => {
      tx.lock([careLock(visit.id)]);
      if (await endSchedule(tx.db, visit.id, careScheduleId)) tell(tx, visit, "schedule ended", { careScheduleId });
      return {};
    });
  },

  recordCare: async (request, ctx) =>
    request.petDetailId === "0" ? { task: await record(ctx, request) } : { service: await recordService(ctx, request) },

  assignCare: (request, ctx) => assignCare(ctx, request),

  async addBelonging({ appointmentId, petId, name, photoPath: path }, ctx) {
    const photoPath = ownPhoto(ctx, path);
    const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
    const { petName } = petIn(visit, petId);
    const wanted = { appointmentId: visit.id, petId, petName, name: notBlank(name, "name"), staffName: whoIs(ctx), photoPath };
    return await command(ctx, async (tx) => {
      const belonging = await insertBelonging(tx.db, wanted);
      tell(tx, visit, "belonging in", { name: belonging.name });
      return { belonging: toBelonging(belonging) };
    });
  },

  async updateBelonging({ appointmentId, belongingId: id, name, photoPath, version }, ctx) {
    const wanted = {
      ...{ id, name: name === undefined ? undefined : notBlank(name, "name") },
      photoPath: photoPath === undefined ? undefined : ownPhoto(ctx, photoPath),
    };
    const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
    return await command(ctx, async (tx) => {
      const before = await lockRow(tx.db, "belonging", id);
      if (before?.appointmentId !== visit.id) throw fail("NOT_FOUND", { field: "belongingId" });
      mustBeCurrent(version, before.version);
      const belonging = await saveBelonging(tx.db, wanted);
      tell(tx, visit, "belonging changed", { was: before.name, name: belonging.name });
      return { belonging: toBelonging(belonging) };
    });
  },

  async returnBelonging({ appointmentId, belongingId: id, returned, photoPath: path }, ctx) {
    const photoPath = ownPhoto(ctx, path);
    const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
    return await command(ctx, async (tx) => {
      const belonging = await returnBelonging(tx.db, { appointmentId: visit.id, id, returned, photoPath, staffName: whoIs(ctx) });
      if (!belonging) throw fail("NOT_FOUND", { field: "belongingId" });
      tell(tx, visit, returned ? "belonging out" : "belonging in", { name: belonging.name });
      return { belonging: toBelonging(belonging) };
    });
  },

  async deleteBelonging({ appointmentId, belongingId: id }, ctx) {
    const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
    return await command(ctx, async (tx) => {
      const { deleted, wentHome } = await deleteBelonging(tx.db, { appointmentId: visit.id, id });
      if (wentHome) throw fail("STATE_CONFLICT", { field: "belongingId", message: "It has gone home already, and stays noted." });
      if (deleted !== undefined) tell(tx, visit, "belonging deleted", { name: deleted });
      return {};
    });
  },

  async addShiftNote({ appointmentId, text }, ctx) {
    const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
    const wanted = { appointmentId: visit.id, text: notBlank(text, "text"), staffName: whoIs(ctx) };
    return await command(ctx, async (tx) => {
      const note = await insertShiftNote(tx.db, wanted);
      tell(tx, visit, "note", {});
      return { note: toShiftNote(note) };
    });
  },

  listCareTasks: (request, ctx) => careTasks(ctx, request),
});

/** Only people of the business see it: a private file of the company, or none. */
const ownPhoto = ({ companyId }: Ctx, path: string): string => path && mustBePrivate(companyId, path, "photoPath");

const whoIs = ({ caller }: Ctx): string => caller.name;

function tell(tx: CalendarTx, { id, businessId, date }: Appointment, action: string, after: object): void {
  tx.log({ entity: ENTITY, id, action, after, businessId });
  tx.notify("calendar.cards", { businessId, dates: [date], ids: [id] });
}

function petIn({ lines }: Appointment, petId: string): { petName: string } {
  const line = lines.find((one) => one.petId === petId);
  if (!line) throw fail("PET_NOT_FOUND", { field: "petId" });
  return line;
}

type Days = Pick<CreateCareScheduleRequest, "firstDate" | "lastDate" | "everyDays">;

/** The days on which something is given. What is not for every day is counted from a day that stands, whenever the visit begins. */
function daysOf({ firstDate: first, lastDate: last, everyDays }: Days, visit: Pick<Appointment, "date" | "endDate">) {
  const everyNth = everyDays || 1;
  const firstDate = first ? fromWireDate(first, "firstDate") : everyNth > 1 ? visit.date : null;
  const lastDate = last ? fromWireDate(last, "lastDate") : null;
  if (firstDate && lastDate && lastDate < firstDate)
    throw fail("PARAMS_INVALID", { field: "lastDate", reason: "must not be before the first day" });
  const days = { firstDate, lastDate, everyDays: everyNth };
  if (!datesBetween(visit.date, visit.endDate).some((day) => isGivenOn(day, days, visit)))
    throw fail("PARAMS_INVALID", {
      field: lastDate && lastDate < visit.date ? "lastDate" : "firstDate",
      reason: "is on no day of the visit",
    });
  return days;
}

async function createSchedule(ctx: Ctx, { appointmentId, replacesId, times, ...request }: CreateCareScheduleRequest) {
  const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
  const { petId, kind, amount, unit, instructions } = request;
  const whyNot = whyNoAmount(amount);
  if (whyNot) throw fail("PARAMS_INVALID", { field: "amount", reason: whyNot });
  const days = daysOf(request, visit);
  const { petName } = petIn(visit, petId);
  const wanted = { businessId: visit.businessId, appointmentId: visit.id, petId, petName, kind, name: notBlank(request.name, "name") };
  return await command(ctx, async (tx) => {
    if (replacesId !== "0") tx.lock([careLock(visit.id)]);
    if (replacesId !== "0" && !(await endSchedule(tx.db, visit.id, replacesId))) throw fail("NOT_FOUND", { field: "replacesId" });
    const schedule = await insertSchedule(tx.db, { ...wanted, ...days, amount, unit, instructions, times });
    const by = { byStaffId: ctx.caller.staffId, byStaffName: whoIs(ctx) };
    if (replacesId !== "0") await carryAssignments(tx.db, { from: replacesId, to: schedule.id, times }, by);
    tell(tx, visit, "schedule", { name: schedule.name, petName, times, ...days });
    return toSchedule(schedule);
  });
}

async function record(ctx: Ctx, request: RecordCareRequest) {
  const visit = await appointmentOf(ctx, request.appointmentId);
  const { zone } = await businessOf(ctx, visit.businessId);
  const tick = tickOf(ctx, request);
  const { day, outcome } = tick;
  const { time: minute, careScheduleId } = request;
  return await command(ctx, async (tx) => {
    tx.lock([careLock(visit.id)]);
    const schedules = await readSchedules(tx.db, [visit.id]);
    const schedule = schedules.find(({ id }) => id === careScheduleId);
    if (!schedule) throw fail("NOT_FOUND", { field: "careScheduleId" });
    if (!schedule.times.includes(minute)) throw fail("PARAMS_INVALID", { field: "time", reason: "nothing is to be given then" });
    const isBack = outcome === Outcome.TAKEN_BACK;
    const wasNoted = isBack && (await readEntries(tx.db, [careScheduleId], day)).some((one) => one.minute === minute);
    const before = await insertEntry(tx.db, { careScheduleId, minute, ...tick });
    const repeated = isRepeated(before, { careScheduleId, minute, ...saidBy(tick) });
    if (!repeated) mustBeHere(tick, { ...visit, zone }, wasNoted);
    if (!repeated) mustBeDue(tick, { zone, minute });
    if (!repeated) tell(tx, visit, "given", { name: schedule.name, day, minute, outcome });
    const entries = repeated ? await readEntries(tx.db, [careScheduleId], day) : await tellGiven(tx, visit.id, schedules);
    const events = entries.filter((one) => one.careScheduleId === careScheduleId && one.day === day && one.minute === minute);
    const task = { schedule, day, minute, events, missed: false, ...standing(events) };
    return toTask(task, holderIn(await readAssignments(tx.db, [visit.id], day))(task));
  });
}

/** Tells what stands as given by now, and answers all entries of the visit. */
async function tellGiven(tx: CalendarTx, appointmentId: string, schedules: readonly Schedule[]): Promise<CareEntry[]> {
  const ids = schedules.map(({ id }) => id);
  const entries = await readEntries(tx.db, ids);
  const version = entries.reduce((last, { id }) => (BigInt(id) > last ? BigInt(id) : last), 0n).toString();
  tx.emit(CareGivenSchema, { appointmentId, given: givenSoFar(schedules, entries), version }, { key: appointmentId });
  return entries;
}
