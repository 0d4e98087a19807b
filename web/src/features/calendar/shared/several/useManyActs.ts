import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import type { Undoing } from "../../../../app/undo/undoable.ts";
import { errorFact, isOvertaken, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { askConflict, conflictOf, type Doing, lacksSomething, type Override } from "../conflicts/conflict.ts";
import { saidOfSeveral } from "../telling/said-move.ts";
import type { Appointment } from "../types.ts";

/** `first`: what is taken back before the appointments, as part of the same act. */
type Act = (override?: Override) => Promise<{ appointments: Appointment[]; first?: Undoing | undefined }>;

/** Where a pet lacks its evaluation or a vaccine, asks once whether to go on without; the refusal stands when they would not. */
const evaluatedOr = async (act: Act, doing: Doing): ReturnType<Act> => {
  try {
    return await act();
  } catch (error) {
    const conflict = conflictOf(error);
    if (!conflict || !lacksSomething(conflict.code)) throw error;
    const choice = await askConflict(conflict, doing);
    if (choice.kind !== "override") throw error;
    return await act(choice.override);
  }
};

/** Acts on several appointments at once: says how many, offers undo, and names the date that stands in the way when none was changed. `tellsOvertaken`: who asks says itself that somebody else was faster. */
export const useManyActs = ({ tellsOvertaken = false } = {}) => {
  const queries = useQueryClient();
  const format = useFormat();
  const failed = (error: unknown): void => {
    const date = errorFact(error, "date");
    toast.error(date ? `${format.shortDay(date)}: ${messageOf(error)} Nothing was changed.` : messageOf(error));
  };
  /** Answers whether it worked. */
  return async (act: Act, done: (count: number) => string, doing: Doing = "Move"): Promise<boolean> => {
    try {
      const { appointments, first } = await evaluatedOr(act, doing);
      saidOfSeveral(done(appointments.length), appointments, first);
      return true;
    } catch (error) {
      if (!tellsOvertaken || !isOvertaken(error)) failed(error);
      return false;
    } finally {
      await refreshDomains(queries, "calendar");
    }
  };
};
