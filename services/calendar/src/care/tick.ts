import { type Ctx, fail, fromTimestamp, fromWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { RecordCareRequest } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { spoken } from "../daycare/daycare.ts";
import { instantAt, localTime } from "../scheduling/zone.ts";
import { Outcome } from "./care.ts";

/** Of those who do something about one visit's care at once each finds what all before have said: what was given, and by whom it is to be. */
export const careLock = (visitId: string): string => `care:${visitId}`;

type Asked = Pick<RecordCareRequest, "date" | "outcome" | "note" | "entryKey" | "tickedTime">;
type During = { readonly date: string; readonly endDate: string; readonly status: number; readonly zone: string };

const LATE_MS = 60_000;
const DAYS_KEPT = 31;

/**
 * What is noted, by whom and when. Refused: a moment that lies ahead, one longer ago than any device keeps what it could not send, and a reason
 * where something was given or is taken back. */
export function tickOf({ caller }: Ctx, { date, outcome, note, entryKey, tickedTime }: Asked) {
  const [day, now] = [fromWireDate(date, "date"), new Date()];
  const tickedAt = fromTimestamp(tickedTime) ?? now;
  if (tickedAt.getTime() > now.getTime() + LATE_MS) throw fail("PARAMS_INVALID", { field: "tickedTime", reason: "lies in the future" });
  if (tickedAt.getTime() < now.getTime() - DAYS_KEPT * 86_400_000)
    throw fail("PARAMS_INVALID", { field: "tickedTime", reason: `lies more than ${DAYS_KEPT} days back` });
  const why = note.trim();
  if (why !== "" && outcome !== Outcome.NOT_GIVEN)
    throw fail("PARAMS_INVALID", { field: "note", reason: "only says why something was not given" });
  return { day, outcome, note: why, entryKey, tickedAt, staffId: caller.staffId, staffName: caller.name };
}

/** On a day on which the pet is not here, and for a canceled visit, nothing is noted any more; what was noted there is taken back. */
export function mustBeHere({ day, outcome }: { day: string; outcome: number }, visit: During, noted: boolean): void {
  if (outcome === Outcome.TAKEN_BACK && noted) return;
  if (visit.status === AppointmentStatus.CANCELLED) throw fail("APPOINTMENT_STATUS_INVALID", { message: "This visit is canceled." });
  if (day < visit.date || day > visit.endDate)
    throw fail("PARAMS_INVALID", { field: "date", reason: `the pet is not here on that day (${visit.zone})` });
}

/** How long before it is due something of the next day may be given: what is due after midnight is given by whoever works until then. */
const EARLY_MS = 2 * 3_600_000;

type Ticked = { readonly day: string; readonly outcome: number; readonly tickedAt: Date };
/** `minute` of its day. */
type Due = { readonly zone: string; readonly minute: number };

/**
 * What a pet is fed and given is noted on the day on which it is due, however early, or up to two hours ahead; by when it was ticked, not by when that was
 * sent. Taking back is possible at any time. Refused: what is noted for a later day, which would leave that day's bowl empty.
 */
export function mustBeDue({ day, outcome, tickedAt }: Ticked, { zone, minute }: Due): void {
  if (outcome === Outcome.TAKEN_BACK || day <= localTime(Temporal.Instant.fromEpochMilliseconds(tickedAt.getTime()), zone).date) return;
  if (instantAt(day, minute, zone).epochMilliseconds - tickedAt.getTime() <= EARLY_MS) return;
  throw fail("PARAMS_INVALID", { field: "date", reason: `is due on ${spoken(day)}: it can be noted on that day, not ahead of it` });
}

type Said = { readonly day: string; readonly outcome: number; readonly note: string };

/** What an entry said, by which it is known when it is sent again; without a note it says nothing about that of the first. */
export const saidBy = ({ day, outcome, note }: Said): Pick<Said, "day" | "outcome"> & Partial<Said> => ({
  ...{ day, outcome },
  ...(note && { note }),
});

/** Whether an entry was sent before. Its key stands for what it said then, and for nothing else. */
export function isRepeated<T extends object>(before: T | undefined, said: Partial<NoInfer<T>>): boolean {
  if (!before) return false;
  if ((Object.keys(said) as (keyof T)[]).every((key) => before[key] === said[key])) return true;
  throw fail("IDEMPOTENCY_KEY_REUSED", { field: "entryKey", message: "Another entry was noted with this key." });
}
