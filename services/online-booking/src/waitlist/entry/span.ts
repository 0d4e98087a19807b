import { fail } from "@leashline/kit";
import type { Span } from "./waitlist.ts";

/** Days within which times are looked for unless somebody says otherwise (growth §9). */
const standardDays = 7;
const mostDays = 62;

const minuteOf = ({ hour, minute }: Temporal.PlainDateTime): number => hour * 60 + minute;

function read(text: string, field: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(text.replace(" ", "T"), { overflow: "reject" });
  } catch {
    throw fail("PARAMS_INVALID", { field, reason: "not a time, expected YYYY-MM-DD HH:mm" });
  }
}

/** From when to when to look: from now for seven days unless the texts say otherwise; never before now. */
export function spanOf(zone: string, start: string, end: string, fields: { start: string; end: string }, at = Date.now()): Span {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  const asked = start ? read(start, fields.start) : now;
  const to = end ? read(end, fields.end) : asked.add({ days: standardDays });
  if (Temporal.PlainDateTime.compare(to, asked) < 0)
    throw fail("PARAMS_INVALID", { field: fields.end, reason: "must not be before the start" });
  if (asked.until(to, { largestUnit: "days" }).days > mostDays)
    throw fail("PARAMS_INVALID", { field: fields.end, reason: `at most ${mostDays} days after the start` });
  const from = Temporal.PlainDateTime.compare(asked, now) < 0 ? now : asked;
  return { from: from.toPlainDate().toString(), fromMinute: minuteOf(from), to: to.toPlainDate().toString(), toMinute: minuteOf(to) };
}
