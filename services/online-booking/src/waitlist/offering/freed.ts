import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { partsOfLine } from "@leashline/proto/rules/line-staff.ts";
import type { RequestRow } from "../../requests/request.ts";
import type { FreedKind } from "./freed.store.ts";

export type Freed = {
  source: string;
  appointmentId?: string;
  bookingRequestId?: string;
  classId?: string;
  /** Entries that are not asked. */
  passedOver?: string[];
  kind: FreedKind;
  date: string;
  endDate: string;
  startTime: number;
  endTime: number;
  staffId: string;
};

/** What an appointment gave back: its nights, its places of the day, or the time of each who had a part of it. Of a class the calendar tells which places came free. */
export function freedOf({ appointmentId, version, date, endDate, startTime, endTime, lines }: AppointmentSnapshot): Freed[] {
  const about = { appointmentId, date, endDate: date, startTime, endTime, staffId: "0" };
  const source = `appointment:${appointmentId}:${version}`;
  const types = new Set(lines.map(({ careType }) => careType));
  if (types.has("BOARDING")) return [{ ...about, endDate, source, kind: "stay" }];
  if (types.has("DAYCARE")) return [{ ...about, source, kind: "daycare" }];
  if (types.has("GROUP_CLASS")) return [];
  const byStaff = Map.groupBy(
    lines.flatMap(partsOfLine).filter(({ staffId }) => Number(staffId) > 0),
    ({ staffId }) => staffId,
  );
  return [...byStaff].map(([staffId, own]) => ({
    ...about,
    ...{ staffId, source: `${source}:${staffId}`, kind: "time" as const },
    startTime: Math.min(...own.map((line) => line.startTime)),
    endTime: Math.max(...own.map((line) => line.startTime + line.duration)),
  }));
}

/** A cancellation is taken back: what it gave back is not free any more. */
export const isUndoneCancellation = ({ previousStatus }: { previousStatus: number }): boolean =>
  previousStatus === AppointmentStatus.CANCELLED;

type Time = Pick<Freed, "kind" | "date" | "endDate" | "startTime" | "endTime" | "staffId">;

/** Whether a time that was given back is one that an appointment takes. */
export const isOfAppointment = (time: Time, appointment: AppointmentSnapshot): boolean =>
  freedOf(appointment).some(
    ({ kind, date, endDate, startTime, endTime, staffId }) =>
      kind === time.kind &&
      staffId === time.staffId &&
      (date < time.endDate || (date === time.endDate && (kind !== "time" || startTime < time.endTime))) &&
      (endDate > time.date || (endDate === time.date && (kind !== "time" || endTime > time.startTime))),
  );

/** What was kept for a request that was declined. */
export function freedOfRequest({ id, classId, date, endDate, moreDates, byDay, startTime, endTime, staffId }: RequestRow): Freed[] {
  if (classId !== "0") return [];
  const about = { bookingRequestId: id, startTime, endTime };
  const source = `request:${id}`;
  if (endDate !== null) return [{ ...about, date, endDate, source, kind: "stay", staffId: "0" }];
  if (byDay)
    return [date, ...moreDates].map((day) => ({
      ...about,
      ...{ date: day, endDate: day, source: `${source}:${day}`, kind: "daycare" as const, staffId: "0" },
    }));
  return staffId === "0" ? [] : [{ ...about, date, endDate: date, source, kind: "time", staffId }];
}
