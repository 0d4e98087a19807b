type Slot = { time: string; location: string; capacity: number; used: number };

/** The lines of a slot's mark, as the calendar's settings want them: when it begins, where its staff member goes that day, and how many of its places are free. */
export const slotLines = ({ time, location, capacity, used }: Slot): string[] =>
  [time, location, used >= capacity ? "Full" : `${capacity - used} free`].filter(Boolean);
