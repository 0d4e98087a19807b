import { type Ctx, fail, reachesBusiness } from "@leashline/kit";
import type { BatchPlace } from "@leashline/proto/leashline/calendar/v1/batch_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import { type Appointment, type AppointmentPlan, isStay, moved } from "../appointments/appointment.ts";
import { planOf } from "../appointments/notes.ts";
import { asPriced, type Drag, draggedSegment, rescheduled, type Where } from "../booking/edit.ts";
import { query } from "../db.ts";
import { NO_STAFF, nameOf, staffById } from "../projections/staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { daysBetween } from "../scheduling/dates.ts";

type StaffMember = { readonly id: string; readonly name: string };
export type StaffNamed = ReadonlyMap<string, StaffMember>;

/** The appointments named, each once, in the order asked; all of one business that the caller reaches. */
export async function namedOf(ctx: Ctx, ids: readonly string[], field = "places"): Promise<Appointment[]> {
  if (new Set(ids).size < ids.length) throw fail("PARAMS_INVALID", { field, reason: "names an appointment twice" });
  const found = await query(ctx, (db) => readAppointments(db, ids));
  const reached = found.filter(({ businessId }) => reachesBusiness(ctx, businessId));
  if (reached.length < ids.length) throw fail("APPOINTMENT_NOT_FOUND", { field });
  if (new Set(reached.map(({ businessId }) => businessId)).size > 1)
    throw fail("PARAMS_INVALID", { field, reason: "are of several locations" });
  return reached;
}

/** Whom the places name, looked up together. */
export async function staffOfPlaces(ctx: Ctx, places: readonly BatchPlace[]): Promise<StaffNamed> {
  const ids = [...new Set(places.map(({ staffId }) => staffId).filter((id) => Number(id) > 0))];
  const found = await staffById(ctx, ids, "places");
  const gone = [...found.values()].find((one) => one.deleted);
  if (gone) throw fail("NOT_FOUND", { field: "places", reason: `${nameOf(gone)} no longer works here` });
  return new Map([...found].map(([id, one]) => [id, { id, name: nameOf(one) }]));
}

const newStaff = ({ staffId }: BatchPlace, staff: StaffNamed): StaffMember | null =>
  staffId === "0" ? null : (staff.get(staffId) ?? { id: NO_STAFF, name: "" });

/** A place in the words of a drag: one part of it goes to somebody, all of it moves by the same distance. */
export const dragOf = ({ startTime, originalStaffId, override }: BatchPlace): Drag => ({
  ...(startTime !== undefined && { startTime }),
  originalStaffId,
  petDetailIds: [],
  moveAllCards: true,
  cardType: 0,
  override,
});

export const whereOf = (place: BatchPlace, staff: StaffNamed): Where => ({
  ...(place.startDate && { date: calendarDay(place.startDate, "places") }),
  staff: newStaff(place, staff),
  ...asPriced,
});

/** What a move would make of it; the very appointment when it would stay as it is. */
export const movedTo = (ctx: Ctx, before: Appointment, place: BatchPlace, staff: StaffNamed): AppointmentPlan =>
  rescheduled(ctx, before, dragOf(place), whereOf(place, staff))?.plan ?? before;

/** What it would be if it were booked once more. */
export function copiedTo(before: Appointment, place: BatchPlace, staff: StaffNamed): AppointmentPlan {
  if (isStay(before)) throw fail("STATE_CONFLICT", { message: "A stay of several nights cannot be booked again with others." });
  const { date, staff: to } = whereOf(place, staff);
  const segment = draggedSegment(before, dragOf(place));
  const moving = { start: place.startTime ?? segment.start, lineIds: new Set(segment.lineIds), whose: segment.staffId, all: true };
  return moved(planOf(before), { ...moving, ...(date && { date }), ...(to && { staff: to }) });
}

const MOST_DAYS = 62;

/** From the first to the last day on which one of them would be. */
export function spanOfPlans(plans: readonly Pick<AppointmentPlan, "date">[]): { from: string; to: string } {
  const dates = plans.map(({ date }) => date).sort();
  const [from, to] = [dates[0] as string, dates.at(-1) as string];
  if (daysBetween(from, to) >= MOST_DAYS)
    throw fail("PARAMS_INVALID", { field: "places", reason: `lie more than ${MOST_DAYS} days apart` });
  return { from, to };
}
