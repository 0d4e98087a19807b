import { type Ctx, can, toTimestamp } from "@leashline/kit";
import { AbandonStatus, BookingCustomerType } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type AbandonedRow, type AbandonedState, stepWords } from "./abandoned.ts";

export const statusOf: Record<AbandonedState, AbandonStatus> = {
  abandoned: AbandonStatus.ABANDONED,
  contacted: AbandonStatus.CONTACTED,
  recovered: AbandonStatus.RECOVERED,
};

type Names = ReadonlyMap<string, string>;

export const toPets = ({ pets }: AbandonedRow) => pets.map(({ place, ...pet }) => ({ ...pet, petPlace: place }));

export function toRecord(ctx: Ctx, row: AbandonedRow, names: Names) {
  const { firstName, lastName, phoneNumber, email } = row.customer;
  const reach = can(ctx, Permission.VIEW_CLIENT_CONTACT) ? { phoneNumber, email } : {};
  return {
    bookingFlowId: row.flowId,
    businessId: row.businessId,
    abandonStep: row.step,
    abandonTime: toTimestamp(row.seenAt),
    abandonStatus: statusOf[row.status],
    careType: row.careType,
    customer: {
      customerId: row.customerId,
      customerType: row.customerType,
      firstName,
      lastName,
      ...reach,
      phoneConfirmed: row.verified.includes("phone"),
      emailConfirmed: row.verified.includes("email"),
    },
    pets: toPets(row),
    staff: { staffId: row.staffId, staffName: names.get(row.staffId) ?? "" },
    preference: { date: row.date ?? "", additionalNote: row.note, ...(row.startTime !== null && { startTime: row.startTime }) },
    bookingRequestId: row.bookingRequestId,
    ...(row.lastEmailedAt && { lastEmailedTime: toTimestamp(row.lastEmailedAt) }),
    ...(row.lastTextedAt && { lastTextedTime: toTimestamp(row.lastTextedAt) }),
    version: row.version,
  };
}

export const header = [
  "First name",
  "Last name",
  "Phone",
  "Email",
  "Pets",
  "Services",
  "Care type",
  "Staff",
  "Day",
  "Stopped at",
  "Left at",
  "Status",
  "Client type",
];
const customerTypeWords: Record<BookingCustomerType, string> = {
  [BookingCustomerType.UNSPECIFIED]: "",
  [BookingCustomerType.NON_CLIENT]: "Asked before, not a client",
  [BookingCustomerType.NEW_VISITOR]: "New visitor",
  [BookingCustomerType.EXISTING_CLIENT]: "Existing client",
};
const statusWords: Record<AbandonedState, string> = { abandoned: "Abandoned", contacted: "Contacted", recovered: "Recovered" };

/** One line of the file; when they left as the business's own clock said. */
export function toLine(ctx: Ctx, row: AbandonedRow, names: Names, zone: string): string[] {
  const { firstName, lastName, phoneNumber, email } = row.customer;
  const shown = can(ctx, Permission.VIEW_CLIENT_CONTACT);
  const left = Temporal.Instant.fromEpochMilliseconds(row.seenAt.getTime()).toZonedDateTimeISO(zone);
  return [
    firstName,
    lastName,
    shown ? phoneNumber : "",
    shown ? email : "",
    row.pets.map(({ petName }) => petName).join(", "),
    [...new Set(row.pets.flatMap(({ services }) => services.map(({ name }) => name)))].join(", "),
    row.careType,
    names.get(row.staffId) ?? "",
    row.date ?? "",
    stepWords[row.step as keyof typeof stepWords],
    `${left.toPlainDate()} ${left.toPlainTime().toString({ smallestUnit: "minute" })}`,
    statusWords[row.status],
    customerTypeWords[row.customerType as BookingCustomerType],
  ];
}
