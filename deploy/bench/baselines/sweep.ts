export type BusyRow = [staffId: string, day: number, start: number, end: number];

const opens = 540;
const closes = 1080;

/** Free starts by staff and day, from rows sorted by staff, day and start; everybody works the same hours. */
export function freeStarts(rows: readonly BusyRow[], staff: readonly string[], days: number, duration: number, step: number) {
  const taken = new Map<string, BusyRow[]>();
  for (const row of rows) {
    const key = `${row[0]} ${row[1]}`;
    const list = taken.get(key);
    if (list) list.push(row);
    else taken.set(key, [row]);
  }
  const found: { day: number; staffId: string; starts: number[] }[] = [];
  for (let day = 0; day < days; day++) {
    for (const staffId of staff) {
      const starts = startsBetween(taken.get(`${staffId} ${day}`) ?? [], duration, step);
      if (starts.length > 0) found.push({ day, staffId, starts });
    }
  }
  return found;
}

function startsBetween(busy: readonly BusyRow[], duration: number, step: number): number[] {
  const starts: number[] = [];
  let from = opens;
  const gap = (to: number) => {
    for (let start = Math.ceil(from / step) * step; start + duration <= to; start += step) starts.push(start);
  };
  for (const [, , start, end] of busy) {
    gap(start);
    from = Math.max(from, end);
  }
  gap(closes);
  return starts;
}
