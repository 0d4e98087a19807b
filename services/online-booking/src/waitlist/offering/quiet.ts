import { awakeAt, instantAt, isQuiet, localOf, type Quiet } from "@leashline/kit";

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
