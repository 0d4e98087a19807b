import { fail, instantAt, todayIn } from "@leashline/kit";
import { spanWithin } from "./plan.ts";
import type { Shop } from "./shop.ts";

/** So long a time is held for who chose it. */
export const holdMinutes = 10;

export const ruleOf = ({ setting }: Shop) => ({ soonest: setting.soonestAvailable, farthest: setting.farthestAvailable });

/** A day that is offered, and after the notice; who filled in a form meanwhile is `late` by no more minutes than a time is held. */
export function mustBeBookable(shop: Shop, date: string, startTime: number, late = 0): void {
  const zone = shop.business.timezoneName;
  if (!spanWithin({ from: date, to: date }, todayIn(zone), ruleOf(shop)))
    throw fail("PARAMS_INVALID", { field: "date", reason: "this day cannot be booked online" });
  const soonest = Date.now() + (shop.setting.noticeMinutes - late) * 60_000;
  if (instantAt(date, startTime, zone).getTime() < soonest)
    throw fail("PARAMS_INVALID", { field: "startTime", reason: "this time is too soon to be booked online" });
}
