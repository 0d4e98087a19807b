type Start = { date: string; startTime: number };

/** Day by day, and of each day the time nearest to the wanted one first. */
export const nearestFirst = <T extends Start>(free: readonly T[], wanted: number): T[] =>
  free.toSorted(
    (a, b) => a.date.localeCompare(b.date) || Math.abs(a.startTime - wanted) - Math.abs(b.startTime - wanted) || a.startTime - b.startTime,
  );
