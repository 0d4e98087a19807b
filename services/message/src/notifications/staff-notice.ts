import { fromTimestamp, toMoney, writeDayAndTime, writeMoney } from "@leashline/kit";
import type { StaffNotificationPreference } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import type { Sender } from "../auto-messages/facts.store.ts";
import { together } from "../wording/placeholders.ts";
import { screens } from "./notice.ts";

/** A switch of the person's that is told of. */
type StaffEvent = Exclude<keyof StaffNotificationPreference, "$typeName" | "$unknown" | "reviewSubmitted">;

type Kind = { subject: string; anyOf: readonly Permission[] };
const anyClient = [Permission.VIEW_CLIENTS_WORKING_LOCATIONS, Permission.VIEW_CLIENTS_ALL_LOCATIONS] as const;
const clients = [Permission.VIEW_CLIENT_LIST, ...anyClient] as const;
const requests = [
  Permission.VIEW_BOOKING_REQUESTS,
  Permission.VIEW_BOOKING_REQUESTS_WORKING_LOCATIONS,
  Permission.VIEW_BOOKING_REQUESTS_ALL_LOCATIONS,
] as const;

const unfinished = [
  Permission.VIEW_ABANDONED_BOOKINGS,
  Permission.VIEW_ABANDONED_BOOKINGS_WORKING_LOCATIONS,
  Permission.VIEW_ABANDONED_BOOKINGS_ALL_LOCATIONS,
] as const;

/** What each is told as, and who may read what it is about; whose client it is is not asked, so who sees only their own is not told. Of appointments only whoever has to do with them is told. */
export const staffNotices: Readonly<Record<StaffEvent, Kind>> = {
  bookingCreated: { subject: "New appointment", anyOf: [] },
  bookingRescheduled: { subject: "Appointment moved", anyOf: [] },
  bookingCancelled: { subject: "Appointment canceled", anyOf: [] },
  newBooking: { subject: "New booking request", anyOf: requests },
  newAbandonedBookings: { subject: "Booking left unfinished", anyOf: unfinished },
  newIntakeForm: { subject: "New intake form", anyOf: clients },
  agreementSigned: { subject: "Agreement signed", anyOf: anyClient },
  invoicePaid: { subject: "Invoice paid", anyOf: [Permission.TAKE_PAYMENT] },
};

/** When it is, and who on the staff does it. */
type Place = { date: string; startTime: number; staffIds: string[]; staffNames: string[] };

/** Whom it is of, when it is, and what. Its mails are not kept once they are out. */
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
  /** Not there in a job from before it was told, nor what follows. */
  who?: string;
  /** Whose name is asked for when it is sent. */
  customerId?: string;
  /** Moved: where to, and from where. */
  now?: Place;
  before?: Place;
  amount?: { minor: string; currency: string };
  /** Of a payment that is not all of its bill. */
  part?: "deposit" | "some";
  /** Where it is looked at. */
  path?: string;
};

const partPaid = { deposit: "Deposit paid", some: "Invoice partly paid" } as const;

type PaidPart = { isDeposit: boolean; due: bigint | undefined };
/** What a payment is of its bill; nothing where it is the whole, or the rest of it. Not known of an older event, a deposit is a part. */
export function partOf({ isDeposit, due }: PaidPart): Notice["part"] {
  if (due === 0n || (due === undefined && !isDeposit)) return undefined;
  return isDeposit ? "deposit" : "some";
}

const timeOf = ({ date, startTime }: Pick<Place, "date" | "startTime">, business: Sender): string =>
  date && writeDayAndTime(date, startTime, business);
const placeOf = (place: Place, business: Sender): string =>
  [timeOf(place, business), place.staffNames.length > 0 && `with ${together(place.staffNames)}`].filter(Boolean).join(" ");

export function noticeText(notice: Notice, business: Sender): { subject: string; text: string } {
  const { event, what, who = "", now, before, amount, part } = notice;
  const [when, money] = [timeOf(notice, business), amount && writeMoney(toMoney(amount.minor, amount.currency), business)];
  const lines = [
    who,
    now ? placeOf(now, business) : when,
    before && `Before: ${placeOf(before, business)}`,
    [what, money].filter(Boolean).join(": "),
  ];
  return {
    subject: [part ? partPaid[part] : staffNotices[event].subject, [who.split(":")[0], when || what, money].filter(Boolean).join(", ")]
      .filter(Boolean)
      .join(": "),
    text: [lines.filter(Boolean).join("\n"), "Which of these emails you get is up to you: Your profile, Notifications."].join("\n\n"),
  };
}

type AppointmentEvent = "bookingCreated" | "bookingRescheduled" | "bookingCancelled";

/** What is told of an appointment as it is now, and as it was where it changed; not to whoever did it. */
type Told = { one: AppointmentSnapshot; before?: AppointmentSnapshot | undefined; butStaffId: string };

type Shown = Pick<AppointmentSnapshot, "date" | "startTime" | "lines">;
const placeIn = ({ date, startTime, lines }: Shown): Place => ({
  date,
  startTime,
  staffIds: [...new Set(staffOnLines(lines))].filter((id) => id !== "0").sort(),
  staffNames: [
    ...new Set(lines.flatMap((line) => (line.operations.length > 0 ? line.operations : [line]).map(({ staffName }) => staffName))),
  ].filter(Boolean),
});

/** Dragged about and back to where it was. */
const isSamePlace = (a: Place, b: Place): boolean =>
  a.date === b.date && a.startTime === b.startTime && a.staffIds.join() === b.staffIds.join();

/** What happened to an appointment that is there and still ahead, for whoever has to do with it now or had until now, which may be nobody. */
export function appointmentNotice(event: AppointmentEvent, { one, before, butStaffId }: Told, at: Date): Notice | undefined {
  const { appointmentId, businessId, version, date, startTime, lines, deleted, endAt, customerName } = one;
  const end = fromTimestamp(endAt);
  const now = placeIn(one);
  const concerned = new Set([...now.staffIds, ...(before ? placeIn(before).staffIds : [])]);
  const staffIds = [...concerned].filter((id) => id !== butStaffId);
  if (deleted || (end && end < at)) return undefined;
  return {
    ...{ event, businessId, staffIds, butStaffId, cause: `${event}:${appointmentId}:${version}`, date, startTime, now },
    what: [...new Set(lines.map(({ serviceName }) => serviceName))].join(", "),
    who: [customerName, together(lines.map(({ petName }) => petName))].filter(Boolean).join(": "),
    ...(before && { before: placeIn(before) }),
    path: screens.appointment(appointmentId),
  };
}

/** A move or a cancellation; without a notice there is nothing to say of the appointment any more. */
export type Move = { notice: Notice | undefined; withAnother: boolean };

/**
 * What is told of it, and to whom: of several moves that were not told yet one, from where the first began; of one that was taken back nothing. What is told with another
 * appointment is told here only in place of what was to be told of this one.
 */
export function settled({ notice, withAnother }: Move, untold: Notice | undefined): Notice | undefined {
  if (!notice || (withAnother && !untold)) return undefined;
  const staffIds = alsoFor(notice, untold);
  if (staffIds.length === 0) return undefined;
  if (notice.event !== "bookingRescheduled") return { ...notice, staffIds };
  const before = untold?.before ?? notice.before;
  if (notice.now && before && isSamePlace(notice.now, before)) return undefined;
  return { ...notice, staffIds, ...(before && { before }) };
}

/** Whoever had to do with it before it moved, and was not told of that, is told of what became of it. */
const alsoFor = (notice: Notice, untold: Notice | undefined): string[] =>
  [...new Set([...notice.staffIds, ...(untold?.before?.staffIds ?? [])])].filter((id) => id !== notice.butStaffId);
