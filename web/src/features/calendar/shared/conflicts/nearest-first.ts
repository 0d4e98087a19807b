type Start = { date: string; startTime: number };

const byTime = (a: Start, b: Start): number => a.date.localeCompare(b.date) || a.startTime - b.startTime;

/** The free times to show, in order of time; where only so many are shown, the first day's and of each day those nearest to the wanted one. */
export const shownOf = <T extends Start>(free: readonly T[], wanted: number, most = free.length): T[] => {
  const distance = ({ startTime }: Start) => Math.abs(startTime - wanted);
  const nearest = free.toSorted((a, b) => a.date.localeCompare(b.date) || distance(a) - distance(b) || byTime(a, b));
  return nearest.slice(0, most).toSorted(byTime);
};
