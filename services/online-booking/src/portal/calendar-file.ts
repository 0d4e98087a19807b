import { type Ctx, fromTimestamp } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";

type Entry = { id: string; sequence: number; start: Date; end: Date; summary: string; location: string; address: string };

/** A file that any calendar takes; a later version of an entry replaces the earlier one there. */
export async function calendarOf({ runtime }: Ctx, entries: readonly Entry[]): Promise<string> {
  // Loaded with the first file that is asked for, not with the service.
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  const calendar = ical({ prodId: { company: "Leashline", product: "Appointments" }, method: ICalCalendarMethod.PUBLISH });
  for (const { id, address, ...entry } of entries)
    calendar.createEvent({
      ...entry,
      id: `${id}@${new URL(runtime.config.publicUrl).hostname}`,
      description: `See it here: ${address}`,
      url: address,
    });
  return calendar.toString();
}

type About = { appointment: Appointment; businessName: string; place: string; summary: string; address: string };

/** The appointment as a file for the client's own calendar. */
export async function calendarFile(ctx: Ctx, { appointment, businessName, place, summary, address }: About): Promise<string> {
  const [start, end] = [fromTimestamp(appointment.startAt) ?? new Date(0), fromTimestamp(appointment.endAt) ?? new Date(0)];
  const entry = { id: `appointment-${appointment.id}`, sequence: appointment.version, start, end, location: place, address };
  return await calendarOf(ctx, [{ ...entry, summary: `${summary} at ${businessName}` }]);
}
