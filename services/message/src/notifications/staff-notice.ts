import { fromTimestamp, writeDay, writeTime } from "@leashline/kit";
import type { StaffNotificationPreference } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import type { Sender } from "../auto-messages/facts.store.ts";

/** A switch of the person's that is told of. */
type StaffEvent = Exclude<keyof StaffNotificationPreference, "$typeName" | "$unknown" | "newAbandonedBookings" | "reviewSubmitted">;

type Kind = { subject: string; where: string; anyOf: readonly Permission[] };
const anyClient = [Permission.VIEW_CLIENTS_WORKING_LOCATIONS, Permission.VIEW_CLIENTS_ALL_LOCATIONS] as const;
const clients = [Permission.VIEW_CLIENT_LIST, ...anyClient] as const;
const requests = [
  Permission.VIEW_BOOKING_REQUESTS,
  Permission.VIEW_BOOKING_REQUESTS_WORKING_LOCATIONS,
  Permission.VIEW_BOOKING_REQUESTS_ALL_LOCATIONS,
] as const;

/** What each is told as, and who may read what it is about; whose client it is is not asked, so who sees only their own is not told. Of appointments only whoever has to do with them is told. */
export const staffNotices: Readonly<Record<StaffEvent, Kind>> = {
  bookingCreated: { subject: "New appointment", where: "the calendar", anyOf: [] },
  bookingRescheduled: { subject: "Appointment moved", where: "the calendar", anyOf: [] },
  bookingCancelled: { subject: "Appointment canceled", where: "the calendar", anyOf: [] },
  newBooking: { subject: "New booking request", where: "Online booking, Requests", anyOf: requests },
  newIntakeForm: { subject: "New intake form", where: "Clients, Intake forms", anyOf: clients },
  agreementSigned: { subject: "Agreement signed", where: "the client's page, under Agreements", anyOf: anyClient },
  invoicePaid: { subject: "Invoice paid", where: "Payments", anyOf: [Permission.TAKE_PAYMENT] },
};

/** When it is, and what; nobody's name, since a mail stays where it was sent. */
export type Notice = {
  event: StaffEvent;
  businessId: string;
  /** Only these people; everybody where there are none. */
  staffIds: string[];
  butStaffId: string;
  cause: string;
  what: string;
  date: string;
  startTime: number;
};

export function noticeText({ event, what, date, startTime }: Notice, business: Sender): { subject: string; text: string } {
  const { subject, where } = staffNotices[event];
  const when = date && `${writeDay(date, business)} at ${writeTime(startTime, business)}`;
  return {
    subject: [subject, when || what].filter(Boolean).join(": "),
    text: [
      [when, what].filter(Boolean).join("\n"),
      `See it in Leashline in ${where}. Which of these emails you get is up to you: Your profile, Notifications.`,
    ]
      .filter(Boolean)
      .join("\n\n"),
  };
}

type AppointmentEvent = "bookingCreated" | "bookingRescheduled" | "bookingCancelled";

/** What is told of an appointment as it is now, and as it was where it changed; not to whoever did it. */
type Told = { one: AppointmentSnapshot; before?: AppointmentSnapshot | undefined; butStaffId: string };

/** What happened to an appointment that is still ahead, for whoever has to do with it now or had until now; nothing where that is nobody. */
export function appointmentNotice(event: AppointmentEvent, { one, before, butStaffId }: Told, now: Date) {
  const { appointmentId, businessId, version, date, startTime, lines, deleted, toldWithAnother, endAt } = one;
  const end = fromTimestamp(endAt);
  const concerned = new Set(staffOnLines([...lines, ...(before?.lines ?? [])]));
  const staffIds = [...concerned].filter((id) => id !== "0" && id !== butStaffId);
  if (deleted || toldWithAnother || staffIds.length === 0 || (end && end < now)) return undefined;
  const what = [...new Set(lines.map(({ serviceName }) => serviceName))].join(", ");
  return { event, businessId, staffIds, cause: `${event}:${appointmentId}:${version}`, what, date, startTime };
}
