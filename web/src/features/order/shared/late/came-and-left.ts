type At = { date: string; minutes: number };

const onDay = (at: At | undefined, day: string): number | undefined => (at?.date === day ? at.minutes : undefined);

/** When pets leave, in minutes of the last day of their visit: when they were checked out, else now; undefined on other days. */
export const leavesAt = ({ lastDay, left, now }: { lastDay: string; left: At | undefined; now: At }): number | undefined =>
  onDay(left ?? now, lastDay);

/** When pets came, in minutes of the first day of their visit; undefined for who came on another day, or was not checked in. */
export const cameAt = ({ firstDay, came }: { firstDay: string; came: At | undefined }): number | undefined => onDay(came, firstDay);
