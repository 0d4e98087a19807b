import { type Ctx, fromTimestamp } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";

type About = { appointment: Appointment; businessName: string; place: string; summary: string; address: string };

/** The appointment as a file that any calendar takes; a later version of it replaces the earlier one there. */
export async function calendarFile({ runtime }: Ctx, { appointment, businessName, place, summary, address }: About): Promise<string> {
  // Loaded with the first link that is opened, not with the service.
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  const [start, end] = [fromTimestamp(appointment.startAt) ?? new Date(0), fromTimestamp(appointment.endAt) ?? new Date(0)];
  const calendar = ical({ prodId: { company: "Leashline", product: "Appointments" }, method: ICalCalendarMethod.PUBLISH });
  calendar.createEvent({
    id: `appointment-${appointment.id}@${new URL(runtime.config.publicUrl).hostname}`,
    sequence: appointment.version,
    start,
    end,
    summary: `${summary} at ${businessName}`,
    location: place,
    description: `See it here: ${address}`,
    url: address,
  });
  return calendar.toString();
}
