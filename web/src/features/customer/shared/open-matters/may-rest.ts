import { confirm } from "../../../../ui/feedback/confirm.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { COULD_NOT_CHECK, TOO_MANY } from "./open-words.ts";

/** Who sets clients inactive of whom something is open is asked; where nothing is, setting them active again is one press away. Of too many nothing is done. */
export const mayRest = async (lines: readonly string[], who: string): Promise<boolean> => {
  if (lines.length === 0) return true;
  if (lines.includes(TOO_MANY)) {
    toast.error(TOO_MANY);
    return false;
  }
  return await confirm({
    title: `Set ${who} inactive?`,
    ...(lines.some((line) => line !== COULD_NOT_CHECK) && { body: "This is still open and stays as it is:" }),
    lines,
    action: `Set ${who} inactive`,
  });
};
