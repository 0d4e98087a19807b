import { plural } from "../../../ui/format/text.ts";

/** "every 4 weeks", "every 2 months", "every 10 days". */
export const everyWords = (days: number): string => {
  const [count, unit] = days % 30 === 0 ? [days / 30, "month"] : days % 7 === 0 ? [days / 7, "week"] : [days, "day"];
  return count === 1 ? `every ${unit}` : `every ${plural(count, unit)}`;
};
