import { confirm } from "../../../../ui/feedback/confirm.ts";

/** Who sets clients inactive of whom something is open is asked; where nothing is, setting them active again is one press away. */
export const mayRest = async (lines: readonly string[], who: string): Promise<boolean> =>
  lines.length === 0 ||
  (await confirm({
    title: `Set ${who} inactive?`,
    body: "This is still open and stays as it is:",
    lines,
    action: `Set ${who} inactive`,
  }));
