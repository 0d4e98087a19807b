import { instantAt } from "@leashline/kit";

/** Minutes since local midnight between which nobody is written to; the same twice: none. May go over midnight. */
export type Quiet = { quietFrom: number; quietTo: number };

/** How many minutes of a day are quiet. */
export const quietMinutes = ({ quietFrom, quietTo }: Quiet): number => (quietTo - quietFrom + 1440) % 1440;

const isQuiet = ({ quietFrom, quietTo }: Quiet, minute: number): boolean =>
  quietFrom <= quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;

const localOf = (at: Date, zone: string) => {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate(), minute: local.hour * 60 + local.minute };
};

/** The first moment from this one on that is not quiet. */
export function awakeAt(quiet: Quiet, at: Date, zone: string): Date {
  const { day, minute } = localOf(at, zone);
  if (!isQuiet(quiet, minute)) return at;
  return instantAt(day.add({ days: minute < quiet.quietTo ? 0 : 1 }).toString(), quiet.quietTo, zone);
}

/** The first moment from this one on that is quiet; undefined where none ever is. */
function quietAt(quiet: Quiet, at: Date, zone: string): Date | undefined {
  if (quiet.quietFrom === quiet.quietTo) return undefined;
  const { day, minute } = localOf(at, zone);
  if (isQuiet(quiet, minute)) return at;
  return instantAt(day.add({ days: minute < quiet.quietFrom ? 0 : 1 }).toString(), quiet.quietFrom, zone);
}

/** When so many minutes are over of which none is quiet: who is asked late in the evening answers in the morning. */
export function afterMinutes(quiet: Quiet, from: Date, minutes: number, zone: string): Date {
  let at = awakeAt(quiet, from, zone);
  let left = minutes * 60_000;
  for (;;) {
    const until = quietAt(quiet, at, zone);
    if (!until || at.getTime() + left <= until.getTime()) return new Date(at.getTime() + left);
    left -= until.getTime() - at.getTime();
    at = awakeAt(quiet, until, zone);
  }
}

export type Terms = Quiet & { answerMinutes: number; cutOffMinutes: number };

/** Shorter than this nobody could answer. */
const LEAST_MS = 10 * 60_000;

/** Whether an offer that was settled before may still go out: whoever was held up on the way has used some of its time. */
export const canAnswer = (until: Date, now: Date): boolean => until.getTime() - now.getTime() >= LEAST_MS / 2;

/**
 * When an offer goes out and until when it may be answered, of a time that begins at a moment: not in the quiet hours, and answered before the cut-off. Null once
 * it is too late for any.
 */
export function termsOf(terms: Terms, now: Date, begins: Date, zone: string): { goesOut: Date; until: Date } | null {
  const goesOut = awakeAt(terms, now, zone);
  const cutOff = begins.getTime() - terms.cutOffMinutes * 60_000;
  const until = new Date(Math.min(cutOff, afterMinutes(terms, goesOut, terms.answerMinutes, zone).getTime()));
  return until.getTime() - goesOut.getTime() < LEAST_MS ? null : { goesOut, until };
}
