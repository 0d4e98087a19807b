import { type Ctx, fail, fromTimestamp, fromWireDate } from "@leashline/kit";
import type { RecordCareRequest } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";

type Asked = Pick<RecordCareRequest, "date" | "outcome" | "note" | "entryKey" | "tickedTime">;
type During = { readonly date: string; readonly endDate: string; readonly zone: string };

const LATE_MS = 60_000;

/** What is noted, by whom and when. Refused: a moment that lies ahead, and a day on which the pet is not here. */
export function tickOf({ caller }: Ctx, { date, outcome, note, entryKey, tickedTime }: Asked, visit: During) {
  const [day, now] = [fromWireDate(date, "date"), new Date()];
  const tickedAt = fromTimestamp(tickedTime) ?? now;
  if (tickedAt.getTime() > now.getTime() + LATE_MS) throw fail("PARAMS_INVALID", { field: "tickedTime", reason: "lies in the future" });
  if (day < visit.date || day > visit.endDate)
    throw fail("PARAMS_INVALID", { field: "date", reason: `the pet is not here on that day (${visit.zone})` });
  return { day, outcome, note, entryKey, tickedAt, staffId: caller.staffId, staffName: caller.name };
}

/** Whether an entry was sent before. Its key stands for what it said then, and for nothing else. */
export function isRepeated<K extends string>(
  before: Readonly<Record<K, unknown>> | undefined,
  said: Readonly<Record<K, unknown>>,
): boolean {
  if (!before) return false;
  if ((Object.keys(said) as K[]).every((key) => before[key] === said[key])) return true;
  throw fail("IDEMPOTENCY_KEY_REUSED", { field: "entryKey", message: "Another entry was noted with this key." });
}
