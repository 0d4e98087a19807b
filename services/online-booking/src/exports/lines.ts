import { decimal } from "@leashline/kit/csv.ts";
import type { RequestRow, RequestState } from "../requests/request.ts";
import type { EntryRow } from "../waitlist/entry/waitlist.ts";

const two = (n: number): string => String(n).padStart(2, "0");
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const said = (yes: boolean): string => (yes ? "Yes" : "No");

/** A moment as the business's own clock said. */
function localTime(at: Date, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return `${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: "minute" })}`;
}

type Names = ReadonlyMap<string, string>;
type Pets = readonly { petName: string; services: readonly { name: string; careType?: string }[] }[];

const petsOf = (pets: Pets): string =>
  pets.map(({ petName, services }) => `${petName}: ${services.map(({ name }) => name).join(", ")}`).join("; ");

export const waitHeader = [
  ...["First name", "Last name", "Phone", "Pets and services", "Care type", "Days", "Nights", "Hours", "Staff"],
  ...["From", "Until", "Waiting since", "Price", "Asked online", "Has an appointment", "Note"],
];

/** One line of the waitlist; empty days, hours and staff mean any. */
export function waitLine(row: EntryRow, { names, zone, phone }: { names: Names; zone: string; phone: string }): string[] {
  return [
    ...[row.firstName, row.lastName, phone, petsOf(row.pets), row.careTypes.join(", "), row.dates.join(", ")],
    row.nights === 0 ? "" : String(row.nights),
    row.timeRanges.map(({ startTime, endTime }) => `${clock(startTime)}-${clock(endTime)}`).join(", "),
    row.staffIds.map((id) => names.get(id) ?? id).join(", "),
    ...[row.validFrom, row.validTill, localTime(row.createdAt, zone), decimal(BigInt(row.total), row.currency)],
    ...[said(row.fromOnline), said(row.appointmentId !== "0"), row.note],
  ];
}

export const requestHeader = [
  ...["Status", "First name", "Last name", "Phone", "Email", "Pets and services", "Day", "Time", "Last day", "Other days"],
  ...["Staff", "Price", "Asked at", "Note", "Reason it was declined"],
];
const stateWords: Record<RequestState, string> = {
  submitted: "Waiting",
  accepting: "Waiting",
  accepted: "Accepted",
  declined: "Declined",
  waitlisted: "Waitlisted",
  cancelled: "Canceled",
};

export function requestLine(row: RequestRow, { zone, contact }: { zone: string; contact: boolean }): string[] {
  const { firstName, lastName, phoneNumber, email } = row.customer;
  return [
    ...[stateWords[row.state], firstName, lastName, contact ? phoneNumber : "", contact ? email : ""],
    ...[petsOf(row.pets), row.date, clock(row.startTime), row.endDate ?? "", row.moreDates.join(", ")],
    ...[row.staffName, decimal(BigInt(row.total), row.currency), localTime(row.createdAt, zone), row.note, row.declineReason],
  ];
}
