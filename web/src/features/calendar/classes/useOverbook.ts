import { useCan } from "../../../app/session/session.ts";
import { errorCode, messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";

const TAKEN = 51051;

/** Does something that takes the instructor's time; where that is taken, asks whoever may overbook. Throws when it was not done. */
export const useOverbook = () => {
  const may = useCan("overbook");
  return async <T>(act: (overbook: boolean) => Promise<T>): Promise<T> => {
    try {
      return await act(false);
    } catch (error) {
      if (errorCode(error) !== TAKEN || !may) {
        toast.error(messageOf(error));
        throw error;
      }
      const body = "The instructor has something else at this time.";
      if (!(await confirm({ title: "The instructor is busy", body, action: "Plan it anyway" }))) throw error;
      return await act(true).catch((again: unknown) => {
        toast.error(messageOf(again));
        throw again;
      });
    }
  };
};
