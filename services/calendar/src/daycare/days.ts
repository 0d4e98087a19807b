import { toWireDate } from "@leashline/kit";
import type { Db } from "../db.ts";
import { Resource } from "../occupancy/resource.ts";
import { datesBetween } from "../scheduling/dates.ts";
import { readDaycareSetting, readHeads, readHeldHeads, readOwnDays, type Taken } from "./daycare.store.ts";
import { limitOn } from "./daycare.ts";

/** How full the daycare of a location is on each day from one to another, both included, in order. */
export async function daysOf(db: Db, businessId: string, from: string, to: string) {
  const setting = await readDaycareSetting(db, businessId);
  const own = await readOwnDays(db, businessId, from, to);
  const [taken, held] = [await readHeads(db, businessId, from, to), await readHeldHeads(db, businessId, from, to)];
  return datesBetween(from, to).map((date) => {
    const ownDay = own.find((one) => one.day === date);
    const heads = limitOn(setting, ownDay, date);
    const inHalf = (of: readonly Taken[], half: number): number => of.find((one) => one.day === date && one.half === half)?.pets ?? 0;
    return {
      date: toWireDate(date),
      ...(heads !== null && { heads }),
      morning: inHalf(taken, Resource.DAYCARE_MORNING),
      afternoon: inHalf(taken, Resource.DAYCARE_AFTERNOON),
      heldMorning: inHalf(held, Resource.DAYCARE_MORNING),
      heldAfternoon: inHalf(held, Resource.DAYCARE_AFTERNOON),
      changed: ownDay !== undefined,
      note: ownDay?.note ?? "",
    };
  });
}
