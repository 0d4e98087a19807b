import { type Ctx, fail, reachesBusiness } from "@leashline/kit";
import { type Appointment, type AppointmentPlan, segmentsOf } from "../appointments/appointment.ts";
import { appointmentOf } from "../appointments/reading.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import type { CalendarTx } from "../db.ts";
import { giveBackTimeOf } from "../occupancy/occupancy.store.ts";
import { staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { applyChange, type Change, type Decide } from "./change.ts";
import { lockStays } from "./place-stay.ts";
import { type Locked, lockAppointments } from "./save-appointment.store.ts";

/** Changes several appointments of one business at once, or none of them. A client of several is told of one. */
export async function changeMany(ctx: Ctx, ids: readonly string[], decide: Decide): Promise<Appointment[]> {
  const { businessId } = await appointmentOf(ctx, ids[0] ?? "0");
  const business = await businessOf(ctx, businessId);
  return await takingTime(ctx, business, "series", async (tx, wants) => {
    const found = await lockAppointments(tx, ids);
    const reached = found.filter(({ appointment }) => appointment.businessId === businessId && reachesBusiness(ctx, businessId));
    if (reached.length < ids.length) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
    return await applyAll({ tx, business, reached, decide, wants });
  });
}

type Applying = {
  tx: CalendarTx;
  business: BusinessFacts;
  reached: readonly Locked[];
  decide: Decide;
  wants: (wanted: Wanted) => void;
};

/** Decides on all, locks the days of all in one order, takes those that move off the calendar, then gives each its place: none stands in another's way. */
export async function applyAll({ tx, business, reached, decide, wants }: Applying): Promise<Appointment[]> {
  const now = new Date().toISOString();
  const decided: { locked: Locked; change: Change }[] = [];
  const told = new Set<string>();
  for (const locked of reached) {
    const change = await decide(locked.appointment, { tx, now, business });
    if (!change) continue;
    const { customerId } = locked.appointment;
    decided.push({ locked, change: { ...change, toldWithAnother: told.has(customerId) } });
    told.add(customerId);
  }
  tx.lock(decided.flatMap(({ change: { plan } }) => staffLocks(staffOf(plan), plan.date, business.zone)));
  lockStays(
    tx,
    business.businessId,
    decided.flatMap(({ locked, change }) => [locked.appointment, change.plan]),
  );
  const moving = decided.filter(({ locked, change }) => movesTime(locked.appointment, change.plan));
  await giveBackTimeOf(
    tx,
    moving.map(({ locked }) => locked.appointment.id),
  );
  const after: Appointment[] = [];
  for (const { locked, change } of decided) after.push(await applyChange({ tx, business, locked, change, wants }));
  return after.sort((a, b) => (a.date < b.date ? -1 : 1));
}

const staffOf = (plan: AppointmentPlan): string[] => segmentsOf(plan.lines).map(({ staffId }) => staffId);

/** What takes other time than before is stored anew as a whole. A price takes none. */
const movesTime = (before: AppointmentPlan, plan: AppointmentPlan): boolean =>
  before.date !== plan.date || before.endDate !== plan.endDate || taking(before) !== taking(plan);
const taking = ({ lines }: AppointmentPlan): string => JSON.stringify(lines.map(({ price: _, priceParts: __, ...line }) => line));
