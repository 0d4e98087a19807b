type At = { date: string; minutes: number };

/** When pets leave, in minutes of the last day of their visit: when they were checked out, else now; undefined on other days. */
export function leavesAt({ lastDay, left, now }: { lastDay: string; left: At | undefined; now: At }): number | undefined {
  const at = left ?? now;
  return at.date === lastDay ? at.minutes : undefined;
}
