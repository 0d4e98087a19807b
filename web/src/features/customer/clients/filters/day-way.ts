import { daysFromToday } from "@leashline/proto/rules/client-filter.ts";

/** How a day is given: as a date, or counted from whatever day it is. */
export type Way = "day" | "ago" | "ahead";

export const wayOf = (value: string): Way => {
  const days = daysFromToday(value);
  if (days === undefined) return "day";
  return days > 0 ? "ahead" : "ago";
};

/** A value says how it is counted, also one that took this place when a condition before it went; "today" is none days either way. */
export const shownWay = (value: string, chosen: Way): Way => {
  if (value === "" || (value === "today" && chosen !== "day")) return chosen;
  return wayOf(value);
};

export const fromDays = (way: Way, days: string): string => {
  if (days === "") return "";
  return Number(days) === 0 ? "today" : `today${way === "ago" ? "-" : "+"}${Number(days)}`;
};
