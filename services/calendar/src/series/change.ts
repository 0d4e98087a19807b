import { type Ctx, fail, mustBeCurrent, reachesBusiness } from "@leashline/kit";
import { AppointmentStatus, RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type {
  CancelSeriesRequest,
  ChangeSeriesRequest,
  UndoSeriesChangeRequest,
} from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { type Appointment, type AppointmentPlan, moved, segmentsOf } from "../appointments/appointment.ts";
import { isEditable } from "../appointments/moves.ts";
import { changesOf, planOf, whenAndWho } from "../appointments/notes.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { applyChange, type Change, type Moment } from "../booking/change.ts";
import { mustBeEditable } from "../booking/edit.ts";
import { grantOf } from "../booking/placement.ts";
import { type Locked, lockAppointments } from "../booking/save-appointment.store.ts";
import { refusingConflicts, type Wanted } from "../conflicts/slot-conflict.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf, todayAt } from "../projections/business.ts";
import { nameOf, staffById, staffOrNone } from "../projections/staff.ts";
import { addDays } from "../scheduling/dates.ts";
import { withStatus } from "../status/status.ts";
import { undoing } from "../undo/undo.ts";
import { readMembers } from "./series.store.ts";

type Decide = (appointment: Appointment, moment: Moment) => Change | null | Promise<Change | null>;
export type Asked = { readonly appointmentId: string; readonly type: RepeatModifyType; readonly version: number };

/** Time, staff, day, notes or color of one, of it and those that follow, or of all from today on. */
export async function changeSeries(ctx: Ctx, request: ChangeSeriesRequest): Promise<Appointment[]> {
  const staff = await newStaff(ctx, request.staffId);
  return await changeMany(ctx, await idsOf(ctx, request), request, (current) => {
    mustBeEditable(ctx, current);
    const before = planOf(current);
    const plan = changed(before, request, staff);
    if (JSON.stringify(plan) === JSON.stringify(before)) return null;
    const note = changesOf(before, plan, current.currency);
    return { plan, kind: "editPetAndServices", note, grant: grantOf(ctx, request.override) };
  });
}

function changed(before: AppointmentPlan, request: ChangeSeriesRequest, staff: { id: string; name: string } | null): AppointmentPlan {
  const { startTime: start = before.start, moveDays, alertNotes, colorCode, ticketComments } = request;
  const all = new Set(before.lines.map((line) => line.id));
  const shifted = moved(before, { date: addDays(before.date, moveDays), start, lineIds: all, all: true });
  const own = new Set(shifted.lines.filter((line) => line.staffId === before.staffId).map((line) => line.id));
  const placed = staff ? moved(shifted, { lineIds: own, all: false, staff }) : shifted;
  return {
    ...placed,
    ...(alertNotes !== undefined && { alertNotes }),
    ...(colorCode !== undefined && { colorCode }),
    ...(ticketComments !== undefined && { ticketComments }),
  };
}

async function newStaff(ctx: Ctx, asked: string): Promise<{ id: string; name: string } | null> {
  if (asked === "0") return null;
  const id = staffOrNone(asked);
  const found = (await staffById(ctx, Number(id) > 0 ? [id] : [])).get(id);
  if (found?.deleted) throw fail("NOT_FOUND", { field: "staffId", reason: `${nameOf(found)} no longer works here` });
  return { id, name: found ? nameOf(found) : "" };
}

export async function cancelSeries(ctx: Ctx, request: CancelSeriesRequest): Promise<Appointment[]> {
  const target = { ...request, version: 0 };
  return await changeMany(ctx, await idsOf(ctx, target), target, (current, { now }) => {
    const plan = withStatus(planOf(current), AppointmentStatus.CANCELLED, now);
    if (!plan) throw fail("APPOINTMENT_STATUS_INVALID");
    const { cancelReason } = request;
    return { plan: { ...plan, noShow: 0, cancelReason }, kind: "cancel", note: cancelReason || whenAndWho(current) };
  });
}

/** Takes back one act on several appointments, each as the act left it. */
export async function undoSeriesChange(ctx: Ctx, { changes }: UndoSeriesChangeRequest): Promise<Appointment[]> {
  const versions = new Map(changes.map(({ id, version }) => [id, version]));
  const [first] = changes;
  const target = { appointmentId: first?.id ?? "0", version: 0, type: RepeatModifyType.ALL };
  const decide: Decide = (current, moment) => undoing(current, moment, { logId: "0", version: versions.get(current.id) ?? 0 });
  return await changeMany(ctx, [...versions.keys()], target, decide);
}

/** Which appointments an act is about: those that can still be changed. */
export async function idsOf(ctx: Ctx, { appointmentId, type }: Asked): Promise<string[]> {
  const named = await appointmentOf(ctx, appointmentId);
  const several = type === RepeatModifyType.THIS_AND_FOLLOWING || type === RepeatModifyType.ALL;
  if (!several || named.seriesId === "0") return [named.id];
  const today = todayAt(await businessOf(ctx, named.businessId), Date.now());
  const from = type === RepeatModifyType.ALL ? today : named.date;
  const members = await query(ctx, (db) => readMembers(db, named.seriesId, from));
  const open = members.filter((one) => isEditable(one.status)).map(({ id }) => id);
  if (open.length === 0) throw fail("APPOINTMENT_STATUS_INVALID");
  return open;
}

/** Changes several appointments of one business at once, or none of them. */
export async function changeMany(ctx: Ctx, ids: readonly string[], asked: Asked, decide: Decide): Promise<Appointment[]> {
  const { businessId } = await appointmentOf(ctx, asked.appointmentId);
  const business = await businessOf(ctx, businessId);
  let wanted: Wanted | null = null;
  const wants = (one: Wanted) => (wanted = one);
  return await refusingConflicts(
    ctx,
    business,
    () => wanted,
    () =>
      command(
        ctx,
        async (tx) => {
          const found = await lockAppointments(tx, ids);
          const reached = found.filter(({ appointment }) => appointment.businessId === businessId && reachesBusiness(ctx, businessId));
          if (reached.length < ids.length) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
          const named = reached.find(({ appointment }) => appointment.id === asked.appointmentId);
          if (named) mustBeCurrent(asked.version, named.appointment.version);
          return await applyAll({ tx, business, reached, decide, wants });
        },
        { step: "series" },
      ),
  );
}

type Applying = {
  tx: CalendarTx;
  business: BusinessFacts;
  reached: readonly Locked[];
  decide: Decide;
  wants: (wanted: Wanted) => void;
};

/** Decides on all, locks the days of all in one order, then gives each its place; those that move away make room first. */
async function applyAll({ tx, business, reached, decide, wants }: Applying): Promise<Appointment[]> {
  const now = new Date().toISOString();
  const decided: { locked: Locked; change: Change }[] = [];
  for (const locked of reached) {
    const change = await decide(locked.appointment, { tx, now, business });
    if (change) decided.push({ locked, change: { ...change, toldWithAnother: decided.length > 0 } });
  }
  tx.lock(decided.flatMap(({ change: { plan } }) => staffLocks(staffOf(plan), plan.date, business.zone)));
  const after: Appointment[] = [];
  for (const { locked, change } of inMovingOrder(decided)) after.push(await applyChange({ tx, business, locked, change, wants }));
  return after.sort((a, b) => (a.date < b.date ? -1 : 1));
}

const staffOf = (plan: AppointmentPlan): string[] => segmentsOf(plan.lines).map(({ staffId }) => staffId);

/** What moves to later days begins with the last, so that nobody of the series stands in another's way. */
function inMovingOrder<T extends { locked: Locked; change: Change }>(decided: readonly T[]): T[] {
  const later = decided.some(({ locked, change }) => change.plan.date > locked.appointment.date);
  return later ? decided.toReversed() : [...decided];
}
