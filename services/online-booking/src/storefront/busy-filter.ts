import { createHash } from "node:crypto";

const rankOf = (businessId: string, date: string, startTime: number): string =>
  createHash("sha256").update(`${businessId} ${date} ${startTime}`).digest("hex");

/**
 * A day's openings without `share` percent of them (growth §9), rounded down, so that a day with one opening keeps it.
 * Which ones go looks random and is the same each time: who looks again sees the same day.
 */
export function thinned<T extends { startTime: number }>(
  times: readonly T[],
  share: number,
  day: { businessId: string; date: string },
): T[] {
  const fewer = Math.floor((times.length * share) / 100);
  if (fewer === 0) return [...times];
  const ranked = times
    .map(({ startTime }) => ({ startTime, rank: rankOf(day.businessId, day.date, startTime) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const gone = new Set(ranked.slice(0, fewer).map(({ startTime }) => startTime));
  return times.filter(({ startTime }) => !gone.has(startTime));
}
