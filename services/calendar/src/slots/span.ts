import { fail, fromWireDate } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { dayNumber } from "../scheduling/dates.ts";

/** The days a list is asked for; a missing end means one day. */
export function spanOf(
  request: { startDate?: WireDate | undefined; endDate?: WireDate | undefined },
  mostDays: number,
): { from: string; to: string } {
  const from = fromWireDate(request.startDate, "startDate");
  const to = request.endDate ? fromWireDate(request.endDate, "endDate") : from;
  if (to < from) throw fail("PARAMS_INVALID", { field: "endDate", reason: "is before startDate" });
  if (dayNumber(to) - dayNumber(from) >= mostDays) throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${mostDays} days` });
  return { from, to };
}
