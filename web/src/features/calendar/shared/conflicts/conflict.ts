import { ConnectError } from "@connectrpc/connect";
import { type TimeConflict, TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { create } from "zustand";
import { useCan } from "../../../../app/session/session.ts";
import { errorCode, errorFact, messageOf } from "../../../../ui/feedback/call-errors.ts";
import type { Move } from "../types.ts";

export const SLOT_FULL = 51051;
export const OUTSIDE_HOURS = 51052;
/** A pet has not passed the evaluation that a service asks for. */
export const NEEDS_EVALUATION = 900013;
/** A vaccine that the visit requires of a pet is missing, or over before the visit is. */
export const NEEDS_VACCINE = 900017;
/** A pet has not completed the class that comes before this one. */
export const NEEDS_CLASS = 900008;
/** A pet lacks something; another time alone does not help. */
export const lacksSomething = (code: number | undefined): boolean =>
  code === NEEDS_EVALUATION || code === NEEDS_VACCINE || code === NEEDS_CLASS;
/** Daycare or a room has no place left. */
export const NO_ROOM = 10015;

export type Override = {
  overbook: boolean;
  outsideWorkingHours: boolean;
  withoutEvaluation: boolean;
  withoutVaccine: boolean;
  reason: string;
};
export type Choice =
  | { kind: "override"; override: Override }
  | { kind: "move"; staffId: string; date: string; startTime: number }
  | { kind: "leave" };
export type Conflict = {
  code: number;
  message: string;
  detail: TimeConflict | undefined;
  /** The time is kept for a booking request: whoever may book may decide against it, and nothing is marked. */
  held: boolean;
  error?: unknown;
};

/** A room is full, and extra places are allowed on these nights. */
const byExtraPlaces = (error: unknown): boolean => errorFact(error, "overbook") === "extraPlaces";

/** What stands in the way of a booking or a move; undefined for any other failure. */
export const conflictOf = (error: unknown): Conflict | undefined => {
  const code = errorCode(error);
  const places = code === NO_ROOM && (["daycareFull", "noDaycare"].includes(errorFact(error, "why") ?? "") || byExtraPlaces(error));
  // The code says no more than that it cannot be done as things stand.
  if (code === NEEDS_CLASS && errorFact(error, "why") !== "prerequisite") return undefined;
  if (code === undefined || (code !== SLOT_FULL && code !== OUTSIDE_HOURS && !lacksSomething(code) && !places)) return undefined;
  const detail = error instanceof ConnectError ? error.findDetails(TimeConflictSchema)[0] : undefined;
  return { code, message: messageOf(error), detail, held: errorFact(error, "why") === "held", error };
};

const titles: Record<string, string> = {
  "not working at this time": "Nobody works at this time",
  "conflict with existing booking": "This time is taken",
  "conflict with blocked time": "This time is blocked",
};

/** What stands in the way, in a few words; somebody who is off is called by name. */
export const titleOf = ({ code, detail, held, error }: Conflict, names: ReadonlyMap<string, string>): string => {
  if (held) return "This time is held for a booking request";
  if (errorFact(error, "why") === "twice") return `${names.get(detail?.staffId ?? "") ?? "One person"} would do two services at once`;
  if (code === NO_ROOM && byExtraPlaces(error)) return "The room is full";
  if (code === NO_ROOM) return errorFact(error, "why") === "noDaycare" ? "There is no daycare on this day" : "Daycare is full";
  if (code === NEEDS_EVALUATION) return "An evaluation comes first";
  if (code === NEEDS_VACCINE) return "A vaccine is missing or runs out";
  if (code === NEEDS_CLASS) return "Another class comes first";
  const who = detail?.kind === "not working at this time" && names.get(detail.staffId);
  if (who) return `${who} is off at this time`;
  return titles[detail?.kind ?? ""] ?? (code === SLOT_FULL ? "This time is taken" : "Outside working hours");
};

/** What this person may do about it all the same. */
export const useMayOverride = (conflict: Conflict | undefined): boolean => {
  const [overbook, outside, unevaluated] = [useCan("overbook"), useCan("bookOutsideWorkingHours"), useCan("bookWithoutEvaluation")];
  const unvaccinated = useCan("bookWithoutVaccine");
  if (!conflict) return false;
  if (conflict.held) return true;
  if (conflict.code === NEEDS_EVALUATION) return unevaluated;
  if (conflict.code === NEEDS_VACCINE) return unvaccinated;
  return conflict.code === OUTSIDE_HOURS ? outside : overbook;
};

/** What is being done, as its button says it. */
export type Doing = "Book" | "Move" | "Save";
type Asked = { conflict: Conflict; doing: Doing; answer: (choice: Choice) => void };
export const useConflict = create<{ asked?: Asked }>()(() => ({}));

/** Shows what stands in the way and what is free; answers what the person chose. Closing leaves things as they were. */
export const askConflict = (conflict: Conflict, doing: Doing): Promise<Choice> => {
  useConflict.getState().asked?.answer({ kind: "leave" });
  return new Promise((resolve) => {
    const answer = (choice: Choice) => {
      useConflict.setState({}, true);
      resolve(choice);
    };
    useConflict.setState({ asked: { conflict, doing, answer } });
  });
};

/** What must be agreed to for this conflict. */
export const overrideFor = (conflict: Conflict, reason: string): Override => ({
  overbook: conflict.code === NEEDS_CLASS || (conflict.code !== OUTSIDE_HOURS && !lacksSomething(conflict.code)),
  outsideWorkingHours: conflict.code === OUTSIDE_HOURS,
  withoutEvaluation: conflict.code === NEEDS_EVALUATION,
  withoutVaccine: conflict.code === NEEDS_VACCINE,
  reason,
});

/** Another time settles what stood in the way of the first; whether a pet may come though it lacks something was another question. */
const evaluated = (given: Override | undefined): Override | undefined =>
  given?.withoutEvaluation || given?.withoutVaccine ? { ...given, overbook: false, outsideWorkingHours: false } : undefined;

type Try = { override: Override | undefined; moves: readonly Move[] };

/**
 * Tries, and on a conflict asks and tries again as the person chose: with an override, or at one more of the free times that were offered. Undefined
 * when they left it.
 */
export const withConflicts = async <T>(attempt: (how: Try) => Promise<T>, doing: Doing = "Book"): Promise<T | undefined> => {
  let how: Try = { override: undefined, moves: [] };
  for (;;) {
    try {
      return await attempt(how);
    } catch (error) {
      const conflict = conflictOf(error);
      if (!conflict) throw error;
      const choice = await askConflict(conflict, doing);
      if (choice.kind === "leave") return undefined;
      if (choice.kind === "override")
        how = {
          ...how,
          override: {
            ...choice.override,
            overbook: choice.override.overbook || (how.override?.overbook ?? false),
            outsideWorkingHours: choice.override.outsideWorkingHours || (how.override?.outsideWorkingHours ?? false),
            withoutEvaluation: choice.override.withoutEvaluation || (how.override?.withoutEvaluation ?? false),
            withoutVaccine: choice.override.withoutVaccine || (how.override?.withoutVaccine ?? false),
          },
        };
      else how = { override: evaluated(how.override), moves: [...how.moves, { ...choice, instead: conflict.detail ?? choice }] };
    }
  }
};
