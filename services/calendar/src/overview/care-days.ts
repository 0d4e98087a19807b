import { daysOf } from "../daycare/days.ts";
import type { Db } from "../db.ts";
import { datesBetween } from "../scheduling/dates.ts";
import { countCare } from "./care-days.store.ts";

/** The pets of daycare and boarding of a location, for every day from one to another, both included: who comes, and how full the daycare is by that. */
export async function careDaysOf(db: Db, businessId: string, from: string, to: string) {
  const counts = new Map((await countCare(db, businessId, from, to)).map((one) => [one.day, one]));
  const daycare = await daysOf(db, businessId, from, to);
  return datesBetween(from, to).map((day, nth) => {
    const [found, { date, heads, morning, afternoon }] = [counts.get(day), daycare[nth]!];
    return {
      date,
      daycarePets: found?.daycare ?? 0,
      daycareAtOnce: Math.max(morning, afternoon),
      ...(heads !== undefined && { daycareHeads: heads }),
      boardingPets: found?.boarding ?? 0,
      arrivingPets: found?.arriving ?? 0,
      leavingPets: found?.leaving ?? 0,
    };
  });
}
