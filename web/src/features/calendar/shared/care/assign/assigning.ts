import type { MessageInitShape } from "@bufbuild/protobuf";
import { type CareAssignmentSchema, CareOutcome } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { appointmentOf, placeOf, type Tickable } from "../care-text.ts";

/** Whoever does a task. */
export type Person = { readonly staffId: string; readonly name: string; readonly isOff?: boolean };

export const NOBODY: Person = { staffId: "0", name: "" };

type Hours = { readonly staffId: string; readonly timeRange: readonly unknown[] };

/** Those who do not work that day are marked, and come last; nobody is whose hours are not known, nor anyone where nobody works. */
export function byWork(people: readonly Person[], hours: readonly Hours[]): Person[] {
  const resting = new Set(hours.filter(({ timeRange }) => timeRange.length === 0).map(({ staffId }) => staffId));
  if (resting.size === hours.length) return [...people];
  const isOff = ({ staffId }: Person) => resting.has(staffId);
  return [...people.filter((one) => !isOff(one)), ...people.filter(isOff).map((one) => ({ ...one, isOff: true }))];
}

/** Who looks: what is somebody else's, or becomes it, is for whoever may edit tickets. */
export type Me = { readonly staffId: string; readonly mayGive: boolean };

/** What is offered of a task. */
export type Offer = { readonly take: boolean; readonly back: boolean; readonly give: boolean };

export const isOpen = ({ outcome }: Pick<Tickable, "outcome">): boolean => outcome === CareOutcome.UNSPECIFIED;

export const offerOf = (task: Pick<Tickable, "outcome" | "assignedStaffId">, me: Me): Offer => {
  const [open, has] = [isOpen(task), task.assignedStaffId];
  const isSomebody = me.staffId !== NOBODY.staffId;
  return {
    take: open && isSomebody && has !== me.staffId && (has === NOBODY.staffId || me.mayGive),
    back: open && isSomebody && has === me.staffId,
    give: open && me.mayGive,
  };
};

/** What one does about a task oneself: one button, which says the other thing once it is done. */
export const ownAct = ({ take, back }: Offer, { me, people }: { me: Me; people: readonly Person[] }) => {
  const own = people.find(({ staffId }) => staffId === me.staffId);
  if (take && own) return { label: "I'll do it", to: own };
  return back ? { label: "Give back", to: NOBODY } : undefined;
};

export const keyOf = (task: Tickable): string => Object.values(placeOf(task)).join(" ");

/** A task and whom it goes to. */
export type Move = { readonly task: Tickable; readonly to: Person };

/** As the server is asked, who saw it with whom. */
export const asked = ({ task, to }: Move): MessageInitShape<typeof CareAssignmentSchema> => {
  const { careScheduleId, petDetailId = "0", time } = placeOf(task);
  const what = { appointmentId: appointmentOf(task), careScheduleId, petDetailId, time };
  return { ...what, expectedStaffId: task.assignedStaffId, staffId: to.staffId };
};

/** A move the other way: to whom it was with, from whom it went to. */
export const backOf = ({ task, to }: Move): Move => ({
  task: { ...task, assignedStaffId: to.staffId, assignedStaffName: to.name },
  to: { staffId: task.assignedStaffId, name: task.assignedStaffName },
});

/** Those that are still to be done and with somebody else, or with nobody. */
export const movesTo = (tasks: readonly Tickable[], to: Person): Move[] =>
  tasks.filter((task) => isOpen(task) && task.assignedStaffId !== to.staffId).map((task) => ({ task, to }));

/** Sends those whose task is not on its way already: another press says whom it was with before. */
export const onceEach = (busy: Set<string>, send: (moves: readonly Move[]) => Promise<void>) => async (moves: readonly Move[]) => {
  const free = moves.filter(({ task }) => !busy.has(keyOf(task)));
  const keys = free.map(({ task }) => keyOf(task));
  for (const key of keys) busy.add(key);
  try {
    if (free.length > 0) await send(free);
  } finally {
    for (const key of keys) busy.delete(key);
  }
};
