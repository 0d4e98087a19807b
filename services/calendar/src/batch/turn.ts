import { type Appointment, type AppointmentPlan, isStay, stretchesOf, takenBy, twiceAmong } from "../appointments/appointment.ts";
import { firstConflict, takesTime } from "../booking/placement.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import { type Days, dayKey } from "../occupancy/days.store.ts";
import type { Conflict } from "../scheduling/verdict.ts";

/** An appointment and what would become of it; the same when it stays as it is. */
export type Target = {
  readonly before: Appointment;
  readonly plan: AppointmentPlan;
  /** It is put there although something is in the way. */
  readonly anyway: boolean;
};

export type Found = { readonly wanted: Wanted; readonly conflict: Conflict } | null;

/**
 * What is in the way of each when all are put in their places one after the other, in the order in which they are carried out; and the days after that.
 * One that leaves its place may go on having one person at two things; one that is booked once more begins anew.
 */
export function inTurn(days: Days, targets: readonly Target[], leaves: boolean): { found: Found[]; after: Days } {
  const moving = leaves ? targets.filter(({ before, plan }) => before !== plan) : [];
  let after = withoutThese(days, new Set(moving.map(({ before }) => before.id)));
  const found = new Map<Target, Found>();
  for (const target of inOrder(targets)) {
    const { before, plan, anyway } = target;
    if (before === plan) continue;
    const were = leaves ? twiceAmong(before.lines) : [];
    const conflict = firstConflict(plan, after, { isThere: (segment) => !takesTime(plan, segment), were });
    found.set(target, conflict);
    if (!conflict || anyway) after = withPlan(after, before.id, plan);
  }
  return { found: targets.map((target) => found.get(target) ?? null), after };
}

/** As they are locked: by the day they are on, then by id. */
const inOrder = (targets: readonly Target[]): Target[] =>
  [...targets].sort((a, b) => compare(a.before.date, b.before.date) || Number(BigInt(a.before.id) - BigInt(b.before.id)));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The days as if these appointments were not there. */
export function withoutThese(days: Days, ids: ReadonlySet<string>): Days {
  if (ids.size === 0) return days;
  return new Map(
    [...days].map(([key, day]) => [key, { ...day, busy: day.busy.filter((one) => one.kind !== "booking" || !ids.has(one.id)) }]),
  );
}

/** The days once an appointment has its place in them. */
export function withPlan(days: Days, id: string, plan: Pick<AppointmentPlan, "date" | "endDate" | "lines">): Days {
  if (isStay(plan)) return days;
  const after = new Map(days);
  for (const segment of stretchesOf(plan.lines)) {
    const key = dayKey(segment.staffId, plan.date);
    const day = after.get(key);
    if (!day) continue;
    const { petIds, serviceIds, shares } = segment;
    const busy = { ...takenBy(segment), kind: "booking" as const, id, pets: petIds.length, serviceIds, shares, elsewhere: false };
    after.set(key, { ...day, busy: [...day.busy, busy] });
  }
  return after;
}
