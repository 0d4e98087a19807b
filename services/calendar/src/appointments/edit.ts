import { type Ctx, can, fail, ownStaffId } from "@leashline/kit";
import type {
  RescheduleAppointmentRequest,
  UpdateAppointmentRequest,
} from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { calendarDay } from "../availability/bookable.ts";
import { query } from "../db.ts";
import { nameOf, staffById } from "../staff/staff.store.ts";
import { type Catalogue, catalogueFor, lineInputs, staffOrNone, type Wish } from "./catalogue.ts";
import { type Change, changeVisit, mayUse } from "./change.ts";
import { changesOf, petsAndServices, planOf, whenAndWho } from "./log.ts";
import { isEditable } from "./moves.ts";
import { grantOf } from "./placement.ts";
import { readVisits } from "./visit.store.ts";
import { framed, type Line, lineUp, moved, NO_STAFF, rhythmOf, sharesOf, type Visit, type VisitPlan } from "./visit.ts";

export const editDenied = "Please request edit access from the business owner.";

/** Editable while neither Finished nor Cancelled; another staff member's visit only with the permission (core §6). */
export function mustBeEditable(ctx: Ctx, visit: Visit): void {
  if (!isEditable(visit.status)) throw fail("APPOINTMENT_STATUS_INVALID");
  const me = ownStaffId(ctx);
  const own = [NO_STAFF, me].includes(visit.staffId) || visit.createdByStaffId === me;
  if (!own && !can(ctx, Permission.EDIT_TICKET)) throw fail("NO_PERMISSION", { message: editDenied });
}

export async function visitOf(ctx: Ctx, id: string): Promise<Visit> {
  const [visit] = await query(ctx, (db) => readVisits(db, ctx.companyId, [id]));
  if (!visit || !mayUse(ctx, visit.businessId)) throw fail("APPOINTMENT_NOT_FOUND", { field: "id" });
  return visit;
}

/** Pets, services, day, start and notes in one change. What is not named stays as it is. */
export async function updateVisitDetails(ctx: Ctx, request: UpdateAppointmentRequest): Promise<Visit> {
  const date = request.appointmentDate && calendarDay(request.appointmentDate, "appointmentDate");
  const visit = await visitOf(ctx, request.id);
  const { petServices } = request;
  const catalogue = petServices.length > 0 ? await catalogueFor(ctx, { ...visit, petServices }, linesById(visit)) : null;
  return await changeVisit(
    ctx,
    request,
    (current) => {
      mustBeEditable(ctx, current);
      const before = planOf(current);
      const lineIds = new Set(current.lines.map((line) => line.id));
      const { startTime: start = current.start, ticketComments, alertNotes, colorCode } = request;
      const placed = moved(before, { start, lineIds, all: true, ...(date && { date }) });
      const lines = catalogue ? relined({ ...current, petServices }, catalogue, placed) : placed.lines;
      const notes = { ...(ticketComments !== undefined && { ticketComments }), ...(alertNotes !== undefined && { alertNotes }) };
      const plan = framed({ ...placed, ...notes, ...(colorCode !== undefined && { colorCode }), lines });
      if (JSON.stringify(plan) === JSON.stringify(before)) return null;
      const note = changesOf(before, plan, current.currency);
      return { plan, kind: "editPetAndServices", note, grant: grantOf(ctx, request.override) };
    },
    visit.businessId,
  );
}

const linesById = (plan: Pick<Visit, "lines">): Map<string, Line> => new Map(plan.lines.map((line) => [line.id, line]));

/** The lines asked for, from the start of the visit on; those that are kept stand to each other as they did. */
const relined = (wish: Wish, catalogue: Catalogue, plan: VisitPlan): Line[] =>
  lineUp(lineInputs(wish, catalogue, linesById(plan)), plan.start, rhythmOf(plan.lines, plan.start));

export async function removePet(ctx: Ctx, request: { id: string; petId: string; version: number }): Promise<Visit> {
  return await changeVisit(ctx, request, (current) => {
    mustBeEditable(ctx, current);
    const lines = current.lines.filter((line) => line.petId !== request.petId);
    if (lines.length === current.lines.length) throw fail("PET_NOT_FOUND", { field: "petId" });
    if (lines.length === 0) throw fail("STATE_CONFLICT", { message: "The last pet cannot be taken off. Cancel the appointment instead." });
    const plan = framed({ ...planOf(current), lines });
    return { plan, kind: "editPetAndServices", note: petsAndServices(plan) };
  });
}

/** A drag or a resize. */
export async function rescheduleVisit(ctx: Ctx, request: RescheduleAppointmentRequest): Promise<Visit> {
  const date = request.startDate && calendarDay(request.startDate, "startDate");
  const staff = await newStaff(ctx, request.staffId);
  const target = { id: request.appointmentId, version: request.version };
  return await changeVisit(ctx, target, (current): Change | null => {
    mustBeEditable(ctx, current);
    const share = draggedShare(current, request);
    const start = request.startTime ?? share.start;
    if (request.endTime !== undefined && request.endTime <= start) {
      throw fail("PARAMS_INVALID", { field: "endTime", reason: "must be after the start" });
    }
    const end = request.endTime;
    const moving = {
      start,
      lineIds: new Set(share.lineIds),
      all: request.moveAllCards,
      ...(date && { date }),
      ...(staff && { staff }),
      ...(end && { end }),
    };
    const plan = moved(planOf(current), moving);
    if (JSON.stringify(plan) === JSON.stringify(planOf(current))) return null;
    return { plan, kind: "reschedule", note: `${whenAndWho(current)} → ${whenAndWho(plan)}`, grant: grantOf(ctx, request.override) };
  });
}

async function newStaff(ctx: Ctx, asked: string): Promise<{ id: string; name: string } | null> {
  if (asked === "0") return null;
  const id = staffOrNone(asked);
  if (id === NO_STAFF) return { id, name: "" };
  const staff = (await staffById(ctx, [id])).get(id);
  if (!staff || staff.deleted) throw fail("NOT_FOUND", { field: "staffId" });
  return { id, name: nameOf(staff) };
}

/** The card that moves: named by its lines, by whose it is, or the leading one. */
function draggedShare(visit: Visit, request: RescheduleAppointmentRequest) {
  const shares = sharesOf(visit.lines);
  const byLines = request.petDetailIds.length > 0 && shares.find((share) => share.lineIds.some((id) => request.petDetailIds.includes(id)));
  const byStaff = request.originalStaffId !== "0" && shares.find((share) => share.staffId === staffOrNone(request.originalStaffId));
  const share = byLines || byStaff || shares[0];
  if (!share) throw fail("APPOINTMENT_NOT_FOUND");
  return share;
}
