import { NO_STAFF } from "../projections/staff.ts";
import { Outcome, type Task } from "./care.ts";
import type { ServiceTask } from "./day-services.ts";

/** Who is to do a task. */
export type Holder = { readonly staffId: string; readonly staffName: string };

export const NOBODY: Holder = { staffId: "0", staffName: "" };

/** A task of a day: what a schedule gives at a time, or a service, which is one for the whole day. What does not apply is "0". */
export type Place = { readonly careScheduleId: string; readonly petDetailId: string; readonly day: string; readonly minute: number };

/** What was said last of a task. */
export type Assignment = Place & Holder;

const keyOf = ({ careScheduleId, petDetailId, day, minute }: Place): string => `${careScheduleId} ${petDetailId} ${day} ${minute}`;

export const placeOf = (one: Task | ServiceTask): Place =>
  "schedule" in one
    ? { careScheduleId: one.schedule.id, petDetailId: "0", day: one.day, minute: one.minute }
    : { careScheduleId: "0", petDetailId: one.petDetailId, day: one.day, minute: 0 };

/** Who is to do a task by what was said last; a service is whose the stay has it for until something is said. */
export function holderIn(said: readonly Assignment[]): (one: Task | ServiceTask) => Holder {
  const byPlace = new Map(said.map((one) => [keyOf(one), one]));
  return (one) => {
    const { staffId, staffName } = byPlace.get(keyOf(placeOf(one))) ?? plannedFor(one);
    return { staffId, staffName };
  };
}

const plannedFor = (one: Task | ServiceTask): Holder => ("schedule" in one || one.staffId === NO_STAFF ? NOBODY : one);

export type Wish = { readonly expectedStaffId: string; readonly staffId: string };

/** How a task stands, and who asks: `mayGive` whoever may say what others do. */
type Known = { readonly holder: Holder; readonly outcome: number; readonly me: string; readonly mayGive: boolean };

/** `asItIs`: it is with whom it is to be with. */
export type Verdict = "assign" | "asItIs" | "notTheirs" | "overtaken" | "noted";

/** Whether a task becomes somebody's. Without a right one moves it between nobody and oneself only; it has to be with whom the caller saw it, and still to be done. */
export function verdictOn({ expectedStaffId, staffId }: Wish, { holder, outcome, me, mayGive }: Known): Verdict {
  const own = [NOBODY.staffId, me];
  if (!mayGive && !(own.includes(expectedStaffId) && own.includes(staffId))) return "notTheirs";
  if (holder.staffId === staffId) return "asItIs";
  if (holder.staffId !== expectedStaffId) return "overtaken";
  return outcome === Outcome.NONE ? "assign" : "noted";
}

/** Where a task is named that was named before; -1: each is named once. */
export function namedTwice(places: readonly Place[]): number {
  const keys = places.map(keyOf);
  return keys.findIndex((key, nth) => keys.indexOf(key) < nth);
}

/** Whether two acts said the same, in whatever order. */
export function isSameAct(one: readonly Assignment[], other: readonly Assignment[]): boolean {
  const said = (act: readonly Assignment[]): string[] => act.map((task) => `${keyOf(task)} ${task.staffId}`).sort();
  return said(one).join() === said(other).join();
}
