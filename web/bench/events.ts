/** The same appointments for everybody: 1,000 of ten people, 30 minutes each, in the week of 15 November 2026, or over its month; 500 to drag one of them. */
export interface Shown {
  id: number;
  person: number;
  /** Days after the first one. */
  day: number;
  start: number;
  title: string;
}

export const people = 10;
export const lasts = 30;
const totalOf = (view: string): number => (view === "drag" ? 500 : 1_000);
/** Those that show one day in columns of people. */
export const inColumns = (view: string): boolean => view === "columns" || view === "drag";

export const firstDay = (view: string): string => (view === "month" ? "2026-11-01" : "2026-11-15");

export function eventsOf(view: string): Shown[] {
  const days = view === "month" ? 30 : inColumns(view) ? 1 : 7;
  return Array.from({ length: totalOf(view) }, (_, id) => {
    const person = id % people;
    const nth = Math.floor(id / people);
    const day = nth % days;
    const order = Math.floor(nth / days);
    // Of a hundred a day some lie side by side, as they do where somebody is overbooked.
    const start = inColumns(view) ? 480 + ((order * 15) % 720) : 480 + 45 * order;
    return { id: id + 1, person, day, start, title: `Client ${id + 1} · Biscuit` };
  });
}

export const dateOf = (view: string, day: number): string => {
  const at = new Date(`${firstDay(view)}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + day);
  return at.toISOString().slice(0, 10);
};

export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
