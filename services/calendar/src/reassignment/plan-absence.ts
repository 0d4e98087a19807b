import { type Ctx, toWireDate } from "@leashline/kit";
import { AbsencePlan, type PlanStaffAbsenceRequest } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import { readAppointments } from "../appointments/appointment.store.ts";
import { type Appointment, type AppointmentPlan, segmentAfter, segmentsOf } from "../appointments/appointment.ts";
import { type Row, type Saying, whyNotFor } from "../batch/preview.ts";
import { wantedOf } from "../booking/placement.ts";
import { earliestAt } from "../conflicts/offers.ts";
import { query } from "../db.ts";
import { type Days, dayKey, loadDays } from "../occupancy/days.store.ts";
import { over } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { termsOf } from "../projections/service-terms.store.ts";
import { listStaff } from "../projections/staff.store.ts";
import { nameOf, staffById } from "../projections/staff.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { addDays, datesBetween, laterOf } from "../scheduling/dates.ts";
import { type Absence, type Home, homesOf, type StaffMember } from "./absence.ts";
import { appointmentsAt } from "./reassignment.store.ts";

const MOST_DAYS = 14;
const MOST_AT_ONCE = 100;
/** How far after the last day of an absence other times are looked for. */
const DAYS_AFTER = 14;

/** Where the appointments of somebody who is away could go. */
export async function planAbsence(ctx: Ctx, request: PlanStaffAbsenceRequest): Promise<{ rows: Row[]; more: boolean }> {
  const { staffId, plan } = request;
  const span = spanOf(request, MOST_DAYS);
  const business = await businessOf(ctx, request.businessId);
  await staffById(ctx, [staffId]);
  const away = { ...span, staffId, businessId: business.businessId };
  const ids = await query(ctx, (db) => appointmentsAt(db, away, MOST_AT_ONCE + 1));
  const appointments = await query(ctx, (db) => readAppointments(db, ids.slice(0, MOST_AT_ONCE)));
  const others = await takersOf(ctx, business, request);
  const earliest = earliestAt(Date.now(), 0, business.zone);
  const after = laterOf(addDays(span.to, 1), earliest.date);
  const laterDays = datesBetween(after, addDays(after, DAYS_AFTER - 1));
  const serviceIds = appointments.flatMap(({ lines }) => lines.map((line) => line.serviceId));
  const terms = await query(ctx, (db) => termsOf(db, serviceIds));
  const absence: Absence = {
    absent: staffId,
    takers: others,
    terms,
    laterDays: plan === AbsencePlan.OTHER_DAYS ? laterDays : [],
    earliest,
  };
  const who = [...others.map(({ id }) => id), staffId];
  const question = { ...business, who, from: span.from, to: laterDays.at(-1) as string, ...over(ctx) };
  const days = withoutAbsence(await query(ctx, (db) => loadDays(db, question)), staffId, span);
  const { homes, after: planned } = homesOf(days, appointments, absence);
  const found = homes.map((home) => (home.plan ? null : home.found));
  const say = await whyNotFor(ctx, { business, days: planned, terms }, found);
  return { rows: homes.map((home) => toRow(home, absence, say)), more: ids.length > MOST_AT_ONCE };
}

async function takersOf(ctx: Ctx, { businessId }: BusinessFacts, { staffId, toStaffIds }: PlanStaffAbsenceRequest): Promise<StaffMember[]> {
  const people = await query(ctx, (db) => listStaff(db, businessId));
  const wanted = people.filter((one) => one.staffId !== staffId && (toStaffIds.length === 0 || toStaffIds.includes(one.staffId)));
  return wanted.map((one) => ({ id: one.staffId, name: nameOf(one) }));
}

/** Whoever is away is offered for none of these days. */
function withoutAbsence(days: Days, staffId: string, { from, to }: { from: string; to: string }): Days {
  const away = new Set(datesBetween(from, to).map((date) => dayKey(staffId, date)));
  return new Map([...days].filter(([key]) => !away.has(key)));
}

function toRow({ before, plan, found }: Home, { absent }: Absence, say: Saying): Row {
  const own = segmentOf(before, absent);
  const there = plan ? (segmentAfter(plan.lines, own, takerOf(plan, before)) ?? own) : own;
  const nobody = {
    wanted: wantedOf(before.date, own),
    conflict: { kind: "notWorking", why: "dayOff", range: null, id: "", note: "" },
  } as const;
  return {
    appointment: toAppointment(before),
    originalStaffId: absent,
    startDate: toWireDate(plan?.date ?? before.date),
    startTime: there.start,
    endTime: there.end,
    staffId: plan ? there.staffId : "0",
    ...(!plan && say(found ?? nobody)),
  };
}

/** Who is on it now and was not before. */
function takerOf(plan: AppointmentPlan, before: Appointment): string {
  const had = new Set(segmentsOf(before.lines).map(({ staffId }) => staffId));
  return segmentsOf(plan.lines).find(({ staffId }) => !had.has(staffId))?.staffId ?? "";
}

const segmentOf = (appointment: Appointment, staffId: string) => {
  const segments = segmentsOf(appointment.lines);
  const own = segments.find((segment) => segment.staffId === staffId) ?? segments[0];
  if (!own) throw new Error("an appointment has lines");
  return own;
};
