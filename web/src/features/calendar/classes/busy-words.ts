import { errorFact } from "../../../ui/feedback/call-errors.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { type Conflict, OUTSIDE_HOURS } from "../shared/conflicts/conflict.ts";

type Known = { names: ReadonlyMap<string, string>; format: Pick<Format, "shortDay">; clash: string };

/** Who cannot hold a class on which day, and what they have then or when they work. */
export const busyWords = ({ code, detail, error }: Conflict, { names, format, clash }: Known): { title: string; body?: string } => {
  const who = names.get(detail?.staffId ?? "") ?? "The instructor";
  const date = errorFact(error, "date");
  const title = [`${who} is ${code === OUTSIDE_HOURS ? "off" : "busy"} at this time`, date && format.shortDay(date)].filter(Boolean);
  return { title: title.join(" on "), ...(clash && { body: clash }) };
};
