type Time = { startTime: number };
type Day<T extends Time> = { date: string; times: T[] };

/** The free days with the time that is held for this parent among them: to everybody else it is taken, so the server no longer names it. */
export const withHeld = <T extends Time>(days: readonly Day<T>[], held: { date: string; time: T } | undefined): Day<T>[] => {
  if (!held) return [...days];
  const known = days.find((day) => day.date === held.date) ?? { date: held.date, times: [] };
  if (known.times.some((time) => time.startTime === held.time.startTime)) return [...days];
  const times = [...known.times, held.time].sort((a, b) => a.startTime - b.startTime);
  return [...days.filter((day) => day !== known), { ...known, times }].sort((a, b) => (a.date < b.date ? -1 : 1));
};
