/** A time by the shop's clock. */
type Clock = { date: string; minutes: number };

/** Whether a visit would begin at a time that is over: nobody can be expected then. */
export const isOver = (now: Clock, { date, startTime }: { date: string; startTime: number }): boolean =>
  date < now.date || (date === now.date && startTime <= now.minutes);

/** What the field of a day says of it, before anybody presses. */
export const overText = (over: boolean) => (over ? { error: true, helperText: "This time has passed. Choose a later one." } : {});
