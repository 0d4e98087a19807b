/** What the mark of a slot says, as the calendar's settings want it: when it begins, where its staff member goes that day, and how many of its places are taken. */
export const slotText = ({ time, location, taken }: { time: string; location: string; taken: string }): string =>
  [time, location, taken].filter(Boolean).join(" · ");
