import { type Ctx, can, fail, fromWireDate, inList, mustExistFor } from "@leashline/kit";
import { deniedWords } from "@leashline/kit/permissions/permissions.ts";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { AssignCareRequest, CareAssignment } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { type CalendarTx, command, type Db, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { nameOf } from "../projections/staff.ts";
import { instantAt } from "../scheduling/zone.ts";
import { insertAct, type NewAssignment, readAct, readAssignments } from "./assignment.store.ts";
import { type Holder, holderIn, isSameAct, NOBODY, namedTwice, type Verdict, verdictOn } from "./assignment.ts";
import { toDayService, toTask } from "./care.mapper.ts";
import { readEntries, readSchedules } from "./care.store.ts";
import { type Task, tasksOn } from "./care.ts";
import { readServiceEntries } from "./day-services.store.ts";
import { type ServiceTask, servicesOn } from "./day-services.ts";
import { careLock } from "./tick.ts";

const GIVING = [Permission.EDIT_TICKET, Permission.CREATE_AND_EDIT_TICKET];

/** A wish with its visit; `field` is where the request has it. */
type Asked = { readonly wish: CareAssignment; readonly visit: Appointment; readonly zone: string; readonly field: string };
/** `here`: who needs no looking up, nobody and whoever asks. */
type People = { readonly names: ReadonlyMap<string, string>; readonly here: ReadonlySet<string>; readonly staff: readonly Staff[] };
type Found = Asked & { readonly one: Task | ServiceTask; readonly holder: Holder };
/** No such task, and how that is said. */
type Missing = { readonly refusal: Error };

/** Says who is to do tasks of a day: all of them, or none. */
export async function assignCare(ctx: Ctx, { date, tasks, entryKey }: AssignCareRequest) {
  const day = fromWireDate(date, "date");
  const asked = await askedOf(ctx, tasks);
  const people = await peopleOf(ctx, asked);
  const said = asked.map((one) => saidBy(one, day, people));
  const twice = namedTwice(said);
  if (twice >= 0) throw fail("PARAMS_INVALID", { field: inList("tasks", twice), reason: "is named twice" });
  return await command(ctx, async (tx) => {
    tx.lock([`care-act:${ctx.companyId}:${entryKey}`, ...new Set(asked.map(({ visit }) => careLock(visit.id)))]);
    const before = await readAct(tx.db, entryKey);
    if (before.length > 0 && !isSameAct(before, said))
      throw fail("IDEMPOTENCY_KEY_REUSED", { field: "entryKey", message: "Something else was said with this key." });
    const tasksNow = await tasksOf(tx.db, asked, day);
    if (before.length > 0) return answerOf(tasksNow.filter((one) => "holder" in one));
    mustWorkThere(asked, people);
    const found = tasksNow.map(mustBeThere);
    for (const one of found) mustBePossible(ctx, one);
    await insertAct(tx.db, said, { entryKey, byStaffId: ctx.caller.staffId, byStaffName: ctx.caller.name });
    tell(tx, asked, said);
    return answerOf(found.map((one, nth) => ({ ...one, holder: said[nth] as Holder })));
  });
}

async function askedOf(ctx: Ctx, tasks: readonly CareAssignment[]): Promise<Asked[]> {
  const ids = [...new Set(tasks.map(({ appointmentId }) => appointmentId))];
  const visits = new Map((await query(ctx, (db) => readAppointments(db, ids))).map((visit) => [visit.id, visit]));
  const asked = tasks.map((wish, nth) => {
    const field = inList("tasks", nth);
    return { wish, field, visit: mustExistFor(ctx, visits.get(wish.appointmentId), `${field}.appointmentId`, "APPOINTMENT_NOT_FOUND") };
  });
  const businessIds = [...new Set(asked.map(({ visit }) => visit.businessId))];
  const zones = new Map(await Promise.all(businessIds.map(async (id) => [id, (await businessOf(ctx, id)).zone] as const)));
  return asked.map((one) => ({ ...one, zone: zones.get(one.visit.businessId) ?? "" }));
}

/** Whoever is to do something, as far as they are known. Who takes it is here. */
async function peopleOf(ctx: Ctx, asked: readonly Asked[]): Promise<People> {
  const { staffId, name } = ctx.caller;
  const here = new Map([
    [NOBODY.staffId, NOBODY.staffName],
    [staffId, staffId === NOBODY.staffId ? "" : name],
  ]);
  const others = [...new Set(asked.map(({ wish }) => wish.staffId))].filter((id) => !here.has(id));
  const { staff } = others.length > 0 ? await ctx.client(StaffService).batchGetStaff({ ids: others }) : { staff: [] };
  return { names: new Map([...here, ...staff.map((one) => [one.id, nameOf(one)] as const)]), here: new Set(here.keys()), staff };
}

/** Somebody else has to work at the location of the visit. */
function mustWorkThere(asked: readonly Asked[], { here, staff }: People): void {
  for (const { wish, visit, field: at } of asked) {
    if (here.has(wish.staffId)) continue;
    const field = `${at}.staffId`;
    const person = staff.find(({ id }) => id === wish.staffId);
    if (!person || person.deleted) throw fail("NOT_FOUND", { field });
    if (person.inactive) throw fail("PARAMS_INVALID", { field, reason: "is inactive" });
    if (!person.businessIds.includes(visit.businessId)) throw fail("PARAMS_INVALID", { field, reason: "does not work at this location" });
  }
}

const saidBy = ({ wish, visit }: Asked, day: string, { names }: People): NewAssignment => ({
  ...{ businessId: visit.businessId, appointmentId: visit.id, careScheduleId: wish.careScheduleId, petDetailId: wish.petDetailId },
  ...{ day, minute: wish.petDetailId === "0" ? wish.time : 0, staffId: wish.staffId, staffName: names.get(wish.staffId) ?? "" },
});

/** The tasks as they stand, each with whoever has it. */
async function tasksOf(db: Db, asked: readonly Asked[], day: string): Promise<(Found | Missing)[]> {
  const visitIds = [...new Set(asked.map(({ visit }) => visit.id))];
  const schedules = await readSchedules(db, visitIds);
  const scheduleIds = schedules.map(({ id }) => id);
  const entries = await readEntries(db, scheduleIds, day);
  const noted = await readServiceEntries(db, visitIds, day);
  const holderOf = holderIn(await readAssignments(db, visitIds, day));
  const now = Date.now();
  return asked.map((one): Found | Missing => {
    const { wish, visit, zone, field } = one;
    const at = (date: string, minute: number): number => instantAt(date, minute, zone).epochMilliseconds;
    if (wish.petDetailId !== "0") {
      const service = servicesOn(day, { visit, entries: noted, now, at }).find(({ petDetailId }) => petDetailId === wish.petDetailId);
      if (!service) return { refusal: fail("NOT_FOUND", { field: `${field}.petDetailId` }) };
      return { ...one, one: service, holder: holderOf(service) };
    }
    const schedule = schedules.find(({ id, appointmentId }) => id === wish.careScheduleId && appointmentId === visit.id);
    if (!schedule) return { refusal: fail("NOT_FOUND", { field: `${field}.careScheduleId` }) };
    const task = tasksOn(day, { visit, schedule, entries, now, at }).find(({ minute }) => minute === wish.time);
    if (!task) return { refusal: fail("PARAMS_INVALID", { field: `${field}.time`, reason: "nothing is to be given then" }) };
    return { ...one, one: task, holder: holderOf(task) };
  });
}

function mustBeThere(one: Found | Missing): Found {
  if ("refusal" in one) throw one.refusal;
  return one;
}

/** Refuses what may not become somebody's, and says why. */
function mustBePossible(ctx: Ctx, { wish, visit, one, holder, field }: Found): void {
  if (visit.status === AppointmentStatus.CANCELLED) throw fail("APPOINTMENT_STATUS_INVALID", { message: "This visit is canceled." });
  const mayGive = GIVING.some((permission) => can(ctx, permission));
  const verdict = verdictOn(wish, { holder, outcome: one.outcome, me: ctx.caller.staffId, mayGive });
  const refusals: Partial<Record<Verdict, () => Error>> = {
    notTheirs: () => fail("NO_PERMISSION", { message: deniedWords(GIVING) }),
    noted: () => fail("STATE_CONFLICT", { field, message: "It is noted already, so there is nothing left to do." }),
    overtaken: () =>
      fail("VERSION_CONFLICT", {
        field: `${field}.expectedStaffId`,
        message: holder.staffId === NOBODY.staffId ? "Nobody has it any more." : `${holder.staffName} has it now.`,
        facts: { ...holder },
      }),
  };
  const refusal = refusals[verdict];
  if (refusal) throw refusal();
}

/** As they are now, whoever looks at the day hears of it. */
function tell(tx: CalendarTx, asked: readonly Asked[], said: readonly NewAssignment[]): void {
  const visits = new Map(asked.map(({ visit }) => [visit.id, visit]));
  for (const { id, businessId } of visits.values()) {
    const tasks = said.filter(({ appointmentId }) => appointmentId === id);
    const after = tasks.map(({ careScheduleId, petDetailId, day, minute, staffName }) => ({
      careScheduleId,
      petDetailId,
      day,
      minute,
      staffName,
    }));
    tx.log({ entity: "care", id, action: "assigned", after: { tasks: after }, businessId });
  }
  for (const [businessId, own] of Map.groupBy(visits.values(), (visit) => visit.businessId))
    tx.notify("calendar.cards", { businessId, dates: [...new Set(own.map(({ date }) => date))], ids: own.map(({ id }) => id) });
}

const answerOf = (found: readonly Found[]) => ({
  tasks: found.flatMap(({ one, holder }) => ("schedule" in one ? toTask(one, holder) : [])),
  services: found.flatMap(({ one, holder, visit }) =>
    "schedule" in one ? [] : { ...toDayService(one, holder), appointmentId: visit.id, customerLastName: visit.customerLastName },
  ),
});
