import { confirm } from "../../../../ui/feedback/confirm.ts";
import { NOT_CHECKED } from "./open-words.ts";

/** Who sets clients inactive of whom something is open is asked; where nothing is, setting them active again is one press away. */
export const mayRest = async (lines: readonly string[], who: string): Promise<boolean> =>
  lines.length === 0 ||
  (await confirm({
    title: `Set ${who} inactive?`,
    ...(!lines.every((line) => NOT_CHECKED.includes(line)) && { body: "This is still open and stays as it is:" }),
    lines,
    action: `Set ${who} inactive`,
  }));
