import { useCan } from "../../../app/session/session.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { clashText } from "../shared/conflicts/clash.ts";
import { conflictOf, OUTSIDE_HOURS, SLOT_FULL } from "../shared/conflicts/conflict.ts";
import { useStaffNames } from "../shared/useCalendar.ts";
import { busyWords } from "./busy-words.ts";

export type Anyway = { overbook: boolean; outsideWorkingHours: boolean };

const told = (error: unknown): never => {
  toast.error(messageOf(error));
  throw error;
};

/**
 * Does something that takes the instructor's time. Where they have something else or do not work, whoever may plan it all the same is asked, once for each;
 * what is in the way is named. Throws when it was not done.
 */
export const useOverbook = () => {
  const [mayOverbook, mayOutside] = [useCan("overbook"), useCan("bookOutsideWorkingHours")];
  const format = useFormat();
  const names = useStaffNames();
  return async <T>(act: (anyway: Anyway) => Promise<T>): Promise<T> => {
    const anyway: Anyway = { overbook: false, outsideWorkingHours: false };
    for (;;) {
      try {
        return await act(anyway);
      } catch (error) {
        const conflict = conflictOf(error);
        const [asks, may] =
          conflict?.code === OUTSIDE_HOURS ? (["outsideWorkingHours", mayOutside] as const) : (["overbook", mayOverbook] as const);
        if (!conflict || (conflict.code !== OUTSIDE_HOURS && conflict.code !== SLOT_FULL) || anyway[asks]) return told(error);
        const words = busyWords(conflict, { names, format, clash: await clashText(conflict.detail, format) });
        if (!may) {
          toast.error([words.title, words.body].filter(Boolean).join(": "));
          throw error;
        }
        if (!(await confirm({ ...words, action: "Schedule it anyway" }))) throw error;
        anyway[asks] = true;
      }
    }
  };
};
