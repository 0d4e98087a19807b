import { create } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { DateSchema, type Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { fail } from "../errors.ts";

const pad = (n: number, length: number): string => String(n).padStart(length, "0");

/** Four digits: what "YYYY-MM-DD" can say. A later year would be stored and then not be read again. */
const lastYear = 9999;

/** Wire date to "YYYY-MM-DD"; valid when year above 0, month 1 to 12 and the day exists (core §3). */
export function fromWireDate(date: WireDate | undefined, field: string): string {
  if (!date) throw fail("PARAMS_INVALID", { field, reason: "a date is needed" });
  try {
    if (date.year < 1 || date.year > lastYear) throw new RangeError();
    return Temporal.PlainDate.from({ year: date.year, month: date.month, day: date.day }, { overflow: "reject" }).toString();
  } catch {
    throw fail("PARAMS_INVALID", { field, reason: "not a valid date" });
  }
}

export function toWireDate(text: string): WireDate {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return create(DateSchema, { year, month, day });
}

/** "YYYY-MM-DD" checked; for the few fields that carry dates as text. */
export function plainDate(text: string, field: string): string {
  try {
    const date = Temporal.PlainDate.from(text, { overflow: "reject" });
    if (date.year < 1 || date.year > lastYear) throw new RangeError();
    return date.toString();
  } catch {
    throw fail("PARAMS_INVALID", { field, reason: "not a valid date, expected YYYY-MM-DD" });
  }
}

/** The instant of a local day and minute in a zone. A time skipped by daylight saving moves forward by the gap; a repeated one is the first. */
export function instantAt(date: string, minutes: number, zone: string): Date {
  const day = Temporal.PlainDate.from(date).add({ days: Math.floor(minutes / 1440) });
  const local = day.toPlainDateTime({ hour: Math.floor((minutes % 1440) / 60), minute: minutes % 60 });
  return new Date(local.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds);
}

export const todayIn = (zone: string, now = Date.now()): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString();
export const dateIn = (at: Date, zone: string): string => todayIn(zone, at.getTime());
export const toTimestamp = (date: Date | null): Timestamp | undefined => (date ? timestampFromDate(date) : undefined);

/** An instant of the years 1 to 9999; nothing else can be written as JSON or stored. */
export function fromTimestamp(timestamp: Timestamp | undefined): Date | null {
  if (!timestamp) return null;
  const date = timestampDate(timestamp);
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= lastYear)) throw fail("PARAMS_INVALID", { message: "A date is out of range." });
  return date;
}
export { pad };
