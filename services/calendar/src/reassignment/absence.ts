import { type Appointment, type AppointmentPlan, moved, type StaffSegment, segmentsOf, twiceAmong } from "../appointments/appointment.ts";
import { isHere, STAYS_ON_ITS_DAY } from "../appointments/moves.ts";
import { planOf } from "../appointments/notes.ts";
import { type Found, withoutThese, withPlan } from "../batch/turn.ts";
import { firstConflict, wantedOf } from "../booking/placement.ts";
import { OFFER_STEP } from "../conflicts/offers.ts";
import { type Days, dayKey } from "../occupancy/days.store.ts";
import { mayDo } from "../projections/own-staff.ts";
import type { ServiceTerms } from "../projections/service-terms.store.ts";
import { freeStarts } from "../scheduling/free.ts";
import { length } from "../scheduling/minutes.ts";
import { comesBetween } from "../scheduling/shared-work.ts";

export type StaffMember = { readonly id: string; readonly name: string };
export type Moment = { readonly date: string; readonly minute: number };
export type Absence = {
  readonly absent: string;
  /** Who may take over, or whoever is away where the days change. */
  readonly takers: readonly StaffMember[];
  /** The services that are the work of their own people. */
  readonly terms: readonly ServiceTerms[];
  /** Days to try, beside the appointment's own; empty when the day stays. */
  readonly laterDays: readonly string[];
  /** Nothing lies before. */
  readonly earliest: Moment;
};
/** Where one goes; or where it was tried last, and why it cannot go there. */
export type Home = { readonly before: Appointment; readonly plan: AppointmentPlan | null; readonly found: Found };

/** A home for each of the appointments of somebody who is away, one after the other; each has its place in the days once it is found. */
export function homesOf(days: Days, appointments: readonly Appointment[], absence: Absence): { homes: Home[]; after: Days } {
  let after = days;
  const homes = appointments.map((before): Home => {
    const others = withoutThese(after, new Set([before.id]));
    const home = absence.laterDays.length > 0 ? onALaterDay(others, before, absence) : withAnother(others, before, absence);
    if (home.plan) after = withPlan(others, before.id, home.plan);
    return home;
  });
  return { homes, after };
}

const ownOf = (appointment: Appointment, absent: string): StaffSegment | undefined =>
  segmentsOf(appointment.lines).find(({ staffId }) => staffId === absent);

/** At the same time, with whoever has least to do that day. */
function withAnother(days: Days, before: Appointment, { absent, takers, terms, earliest }: Absence): Home {
  const own = ownOf(before, absent);
  const theirs = terms.filter(({ serviceId }) => own?.serviceIds.includes(serviceId));
  const lineIds = new Set(own?.lineIds ?? []);
  const were = twiceAmong(before.lines);
  let refused: Found = null;
  for (const staff of leastBusyFirst(days, before.date, takers)) {
    if (before.lines.some((line) => lineIds.has(line.id) && comesBetween(line, absent, staff.id))) continue;
    if (!mayDo(theirs, staff.id)) continue;
    const plan = moved(planOf(before), { lineIds, all: true, staff, whose: absent });
    const found = firstConflict(plan, days, { isThere: (segment) => segment.staffId !== staff.id, were });
    if (!found && !isPast(plan, earliest)) return { before, plan, found: null };
    // Somebody who works but is taken says more than somebody who is off.
    if (found && (!refused || refused.conflict.kind === "notWorking")) refused = found;
  }
  return { before, plan: null, found: refused };
}

const isPast = (plan: Pick<AppointmentPlan, "date" | "start">, earliest: Moment): boolean =>
  plan.date < earliest.date || (plan.date === earliest.date && plan.start < earliest.minute);

function leastBusyFirst(days: Days, date: string, takers: readonly StaffMember[]): StaffMember[] {
  const load = (id: string): number => {
    const day = days.get(dayKey(id, date));
    return day?.day.working ? day.busy.reduce((sum, one) => sum + length([one]), 0) : Number.POSITIVE_INFINITY;
  };
  const loads = new Map(takers.map(({ id }) => [id, load(id)]));
  return [...takers].sort((a, b) => (loads.get(a.id) as number) - (loads.get(b.id) as number) || Number(a.id) - Number(b.id));
}

const staysThatDay = ({ date }: Appointment, own: StaffSegment): Found => ({
  wanted: wantedOf(date, own),
  conflict: { kind: "notWorking", why: "staysThatDay", range: null, id: "", note: STAYS_ON_ITS_DAY },
});

/** With the same person, at the same hour on the first later day that has it free, else at the nearest hour of the first day with any. */
function onALaterDay(days: Days, before: Appointment, { absent, laterDays }: Absence): Home {
  const own = ownOf(before, absent);
  if (!own) return { before, plan: null, found: null };
  if (isHere(before.status)) return { before, plan: null, found: staysThatDay(before, own) };
  const lineIds = new Set(own.lineIds);
  const planAt = (date: string, start: number) => moved(planOf(before), { date, start, lineIds, all: true, whose: absent });
  const were = twiceAmong(before.lines);
  let refused: Found = null;
  for (const date of laterDays) {
    const plan = planAt(date, own.start);
    const found = firstConflict(plan, days, { were });
    if (!found) return { before, plan, found: null };
    refused ??= found;
  }
  for (const date of laterDays) {
    const day = days.get(dayKey(absent, date));
    const demand = { duration: own.end - own.start, step: OFFER_STEP, pets: own.petIds.length, serviceIds: own.serviceIds, notBefore: 0 };
    const starts = day ? freeStarts(day, demand) : [];
    const nearest = [...starts].sort((a, b) => Math.abs(a - own.start) - Math.abs(b - own.start));
    const free = nearest.map((start) => planAt(date, start)).find((plan) => !firstConflict(plan, days, { were }));
    if (free) return { before, plan: free, found: null };
  }
  return { before, plan: null, found: refused };
}
