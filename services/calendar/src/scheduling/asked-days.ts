import { fail, fromWireDate } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { daysBetween } from "./dates.ts";

const [first, last] = ["2000-01-01", "2099-12-31"];

/** A day on which something can stand on a calendar: what was forgotten is entered later, what is repeated lies far ahead, the year 1 is a slip. */
export function calendarDay(date: WireDate | undefined, field: string): string {
  const day = fromWireDate(date, field);
  if (day < first || day > last) throw fail("PARAMS_INVALID", { field, reason: "must be a day from 2000 to 2099" });
  return day;
}

/** A time is kept for somebody who is to come: not in the past. */
export function comingDay(date: WireDate | undefined, field: string, today: string): string {
  const day = calendarDay(date, field);
  if (day < today) throw fail("PARAMS_INVALID", { field, reason: "is in the past" });
  return day;
}

/** The days a list is asked for; a missing end means one day. */
export function spanOf(
  request: { startDate?: WireDate | undefined; endDate?: WireDate | undefined },
  mostDays: number,
): { from: string; to: string } {
  const from = calendarDay(request.startDate, "startDate");
  const to = request.endDate ? calendarDay(request.endDate, "endDate") : from;
  if (to < from) throw fail("PARAMS_INVALID", { field: "endDate", reason: "is before startDate" });
  if (daysBetween(from, to) >= mostDays) throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${mostDays} days` });
  return { from, to };
}
