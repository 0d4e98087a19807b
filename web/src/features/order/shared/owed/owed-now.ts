import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type Appointment, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { type MoneyLike, toMinor } from "../../../../ui/format/money.ts";

type Owing = Pick<Order, "businessDate" | "remain">;
type Visit = Pick<Appointment, "status" | "startAt" | "endAt">;
type Now = { date: string; ms: number };

const CLOSED: ReadonlySet<AppointmentStatus> = new Set([AppointmentStatus.FINISHED, AppointmentStatus.CANCELLED]);

/** Whether the order is owed for now, or is of an appointment that goes on or is to come: for those nothing is owed yet, as the client's figures have it. */
export function standingOf({ businessDate }: Owing, visit: Visit | undefined, now: Now): "due" | "under way" | "to come" {
  if (!visit?.startAt || !visit.endAt) return isDay(businessDate) && dayToIso(businessDate) > now.date ? "to come" : "due";
  if (CLOSED.has(visit.status) || timestampMs(visit.endAt) < now.ms) return "due";
  return timestampMs(visit.startAt) > now.ms ? "to come" : "under way";
}

/** "$469.11 is owed now, $104.73 is for appointments that are not over." Nothing where all of it is owed now. */
export function owedWords(rows: readonly { remain?: MoneyLike; due: boolean }[], written: (minor: bigint) => string): string {
  const sum = (due: boolean) => rows.filter((row) => row.due === due).reduce((all, { remain }) => all + toMinor(remain), 0n);
  const later = sum(false);
  return later > 0n ? `${written(sum(true))} is owed now, ${written(later)} is for appointments that are not over.` : "";
}
