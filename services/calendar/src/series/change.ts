import { type Ctx, fail, mustBeCurrent } from "@leashline/kit";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type {
  CancelSeriesRequest,
  ChangeSeriesRequest,
  UndoSeriesChangeRequest,
} from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import { type Appointment, type AppointmentPlan, moved } from "../appointments/appointment.ts";
import { isEditable } from "../appointments/moves.ts";
import { changesOf, planOf } from "../appointments/notes.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { changeMany } from "../booking/change-many.ts";
import { mustBeEditable } from "../booking/edit.ts";
import { grantOf, mustStayOnItsDay } from "../booking/placement.ts";
import { type Db, query } from "../db.ts";
import { mustBeReadyThen } from "../evaluations/visits.ts";
import { readChangeTo } from "../log/log.store.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { nameOf, staffById, staffOrNone } from "../projections/staff.ts";
import { addDays } from "../scheduling/dates.ts";
import { isDoneBy } from "../scheduling/shared-work.ts";
import { canceled } from "../status/progress.ts";
import { undoing } from "../undo/undo.ts";
import { readMembers } from "./series.store.ts";

export type Asked = { readonly appointmentId: string; readonly type: RepeatModifyType; readonly version: number };

/** The one that was named is as the caller saw it. */
export function mustBeAsSeen(asked: Pick<Asked, "appointmentId" | "version">, current: Appointment): void {
  if (current.id === asked.appointmentId) mustBeCurrent(asked.version, current.version);
}

/** Time, staff, day, notes or color of one, of it and those that follow, or of all from today on. */
export async function changeSeries(ctx: Ctx, request: ChangeSeriesRequest): Promise<Appointment[]> {
  const staff = await newStaff(ctx, request.staffId);
  const ids = await idsOf(ctx, request);
  const waivedOf = await evaluatedLater(ctx, ids, request.moveDays, request.override);
  return await changeMany(ctx, ids, (current) => {
    mustBeAsSeen(request, current);
    mustBeEditable(ctx, current);
    mustStayOnItsDay(current, addDays(current.date, request.moveDays), "moveDays");
    const before = planOf(current);
    const plan = changed(before, request, staff);
    if (JSON.stringify(plan) === JSON.stringify(before)) return null;
    const note = [changesOf(before, plan, current.currency), waivedOf.get(current.id)].filter(Boolean).join("; ");
    return { plan, kind: "editPetAndServices", staffField: "staffId", note, grant: grantOf(ctx, request.override) };
  });
}

/** The passes of all that move by some days hold on their new days; by id, what the log keeps where somebody does without. */
export async function evaluatedLater(
  ctx: Ctx,
  ids: readonly string[],
  days: number,
  override: ChangeSeriesRequest["override"],
): Promise<ReadonlyMap<string, string>> {
  if (days <= 0) return new Map();
  const members = await query(ctx, (db) => readAppointments(db, ids));
  const moves = members.map((visit) => ({ visit, date: addDays(visit.date, days), movedFrom: visit.date, override }));
  const waived = await mustBeReadyThen(ctx, moves);
  return new Map(members.map(({ id }, nth) => [id, waived[nth] ?? ""]));
}

function changed(before: AppointmentPlan, request: ChangeSeriesRequest, staff: { id: string; name: string } | null): AppointmentPlan {
  const { startTime: start = before.start, moveDays, alertNotes, colorCode, ticketComments } = request;
  const all = new Set(before.lines.map((line) => line.id));
  const shifted = moved(before, { date: addDays(before.date, moveDays), start, lineIds: all, all: true });
  const own = new Set(shifted.lines.filter((line) => isDoneBy(line, before.staffId)).map((line) => line.id));
  const placed = staff ? moved(shifted, { lineIds: own, all: false, staff, whose: before.staffId }) : shifted;
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
  return await changeMany(ctx, await idsOf(ctx, request), (current, { now }) => {
    mustBeAsSeen(request, current);
    return canceled(current, now, { cancelReason: request.cancelReason });
  });
}

/** Takes back one act on several appointments, each as the act left it. Of a series whose booking is taken back, what it began with is no part. */
export async function undoSeriesChange(ctx: Ctx, { changes }: UndoSeriesChangeRequest): Promise<Appointment[]> {
  const versions = new Map(changes.map(({ id, version }) => [id, version]));
  const ids = [...versions.keys()];
  const left = await query(ctx, (db) => leftAlone(db, changes));
  return await changeMany(ctx, [...ids, ...left], (current, moment) => {
    const version = versions.get(current.id);
    if (version === undefined) return { plan: planOf(current), kind: "editPetAndServices", note: "Repeats no longer", seriesId: "0" };
    return undoing(current, moment, { logId: "0", version });
  });
}

/** The appointment a series began with, where all others of it are named and what is taken back is that they were booked. */
async function leftAlone(db: Db, changes: UndoSeriesChangeRequest["changes"]): Promise<string[]> {
  const ids = changes.map(({ id }) => id);
  const [first] = changes;
  const [one] = await readAppointments(db, ids.slice(0, 1));
  if (!first || !one || one.seriesId === "0") return [];
  if ((await readChangeTo(db, first.id, first.version))?.action !== "create") return [];
  const others = (await readMembers(db, one.seriesId, "0001-01-01")).filter(({ id }) => !ids.includes(id));
  return others.length === 1 ? others.map(({ id }) => id) : [];
}

/** Which appointments an act is about: those that can still be changed. */
export async function idsOf(ctx: Ctx, { appointmentId, type }: Asked): Promise<string[]> {
  const named = await appointmentOf(ctx, appointmentId, "appointmentId");
  const several = type === RepeatModifyType.THIS_AND_FOLLOWING || type === RepeatModifyType.ALL;
  if (!several || named.seriesId === "0") return [named.id];
  const today = todayAt(await businessOf(ctx, named.businessId), Date.now());
  const from = type === RepeatModifyType.ALL ? today : named.date;
  const members = await query(ctx, (db) => readMembers(db, named.seriesId, from));
  const open = members.filter((one) => isEditable(one.status)).map(({ id }) => id);
  if (open.length === 0) throw fail("APPOINTMENT_STATUS_INVALID");
  return open;
}
