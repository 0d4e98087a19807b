import { errorFact } from "../../../ui/feedback/call-errors.ts";
import { plural } from "../../../ui/format/text.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { type Conflict, OUTSIDE_HOURS } from "../shared/conflicts/conflict.ts";

type Known = { names: ReadonlyMap<string, string>; format: Pick<Format, "shortDay">; clash: string };

/** Who cannot hold a class on which day, and what they have then or when they work. */
export const busyWords = ({ code, detail, error }: Conflict, { names, format, clash }: Known): { title: string; body?: string } => {
  const who = names.get(detail?.staffId ?? "") ?? "The instructor";
  const date = errorFact(error, "date");
  const days = (errorFact(error, "dates") ?? date ?? "").split(",").filter(Boolean).map(format.shortDay);
  const title = [`${who} is ${code === OUTSIDE_HOURS ? "off" : "busy"} at this time`, listed(days)].filter(Boolean);
  return { title: title.join(" on "), ...(clash && { body: clash }) };
};

/** "Mon, Jan 5, Mon, Jan 12 and 4 more days". */
const MOST_DAYS = 3;
const listed = (days: readonly string[]): string => {
  const more = days.length - MOST_DAYS;
  const shown = more > 0 ? [...days.slice(0, MOST_DAYS), plural(more, "more day")] : days;
  return shown.length > 1 ? `${shown.slice(0, -1).join("; ")} and ${shown.at(-1)}` : (shown[0] ?? "");
};
