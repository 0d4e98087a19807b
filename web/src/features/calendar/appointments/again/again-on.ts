import { addDays } from "../../../../ui/format/dates.ts";

/** For whom no rhythm is known. */
const USUAL_DAYS = 28;

/** The day on which a client would come again after a visit; today where that day is over. */
export const againOn = (visited: string, everyDays: number, today: string): string => {
  const next = addDays(visited, everyDays > 0 ? everyDays : USUAL_DAYS);
  return next < today ? today : next;
};
