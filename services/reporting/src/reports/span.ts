import { fail, fromWireDate } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";

const mostDays = 366;

export type Asked = { businessId: string; startDate?: WireDate; endDate?: WireDate };

/** The days that are asked about; one when no end is named. */
export function spanOf(request: Asked): { businessId: string; from: string; to: string } {
  const from = fromWireDate(request.startDate, "startDate");
  const to = request.endDate ? fromWireDate(request.endDate, "endDate") : from;
  const days = Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days;
  if (days < 0) throw fail("PARAMS_INVALID", { field: "endDate", reason: "must not be before the start date" });
  if (days > mostDays) throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${mostDays} days after the start date` });
  return { businessId: request.businessId, from, to };
}
