import { type Ctx, fromTimestamp, type LocaleFormat, writeTime } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type ArrivalWindow, arrivalSpan } from "@leashline/proto/rules/arrival-window.ts";

type Entry = { id: string; sequence: number; start: Date; end: Date; summary: string; location: string; address: string; remark?: string };

/** A file that any calendar takes; a later version of an entry replaces the earlier one there. */
export async function calendarOf({ runtime }: Ctx, entries: readonly Entry[]): Promise<string> {
  // Loaded with the first file that is asked for, not with the service.
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  const calendar = ical({ prodId: { company: "Leashline", product: "Appointments" }, method: ICalCalendarMethod.PUBLISH });
  for (const { id, address, remark, ...entry } of entries)
    calendar.createEvent({
      ...entry,
      id: `${id}@${new URL(runtime.config.publicUrl).hostname}`,
      description: [remark, `See it here: ${address}`].filter(Boolean).join("\n"),
      url: address,
    });
  return calendar.toString();
}

type About = {
  appointment: Appointment;
  arrival: ArrivalWindow | undefined;
  format: Pick<LocaleFormat, "clock">;
  businessName: string;
  place: string;
  summary: string;
  address: string;
};

const MINUTE_MS = 60_000;

/** Where they are told a window it begins with that, and says until when they may arrive. */
function startOf({ appointment: { startAt, startTime }, arrival, format }: About): Pick<Entry, "start" | "remark"> {
  const start = fromTimestamp(startAt) ?? new Date(0);
  if (!arrival) return { start };
  const { from, to } = arrivalSpan(startTime, arrival);
  return {
    start: new Date(start.getTime() - (startTime - from) * MINUTE_MS),
    remark: `Arrive between ${writeTime(from, format)} and ${writeTime(to, format)}.`,
  };
}

/** The appointment as a file for the client's own calendar. */
export async function calendarFile(ctx: Ctx, about: About): Promise<string> {
  const { appointment, businessName, place, summary, address } = about;
  const end = fromTimestamp(appointment.endAt) ?? new Date(0);
  const entry = { id: `appointment-${appointment.id}`, sequence: appointment.version, ...startOf(about), end, location: place, address };
  return await calendarOf(ctx, [{ ...entry, summary: `${summary} at ${businessName}` }]);
}
