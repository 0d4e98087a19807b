const DAY_MS = 86_400_000;
/** Every three days for two weeks, then once a week. */
const OFTEN = { everyMs: 3 * DAY_MS, times: 5 };
const SELDOM_MS = 7 * DAY_MS;
/** What no appointment waits for is not asked for for ever. */
const LONGEST_MS = 90 * DAY_MS;

/** When a client hears again of what they still have to sign, after so many reminders since the link was sent; null when that was the last. */
export function nextReminder(number: number, since: Date, now: Date, forVisit: boolean): Date | null {
  const next = new Date(now.getTime() + (number < OFTEN.times ? OFTEN.everyMs : SELDOM_MS));
  return forVisit || next.getTime() - since.getTime() <= LONGEST_MS ? next : null;
}
