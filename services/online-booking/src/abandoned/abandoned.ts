import { BookingCustomerType } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import type { Selectable } from "kysely";
import type { DB } from "../db.ts";

export type AbandonedState = "abandoned" | "contacted" | "recovered";
export type AbandonedPerson = { firstName: string; lastName: string; phoneNumber: string; email: string };
export type AbandonedPet = {
  place: number;
  petName: string;
  petType: string;
  breed: string;
  weight: number;
  services: { serviceId: string; name: string }[];
};

/** As stored; what is JSON in its row is what was written there. */
export type AbandonedRow = Omit<Selectable<DB["abandonedBooking"]>, "status" | "customer" | "pets"> & {
  status: AbandonedState;
  customer: AbandonedPerson;
  pets: AbandonedPet[];
};

/** Who is silent for so long has left. */
export const leftAfterMinutes = 15;

const quietSince = (now: Date): number => now.getTime() - leftAfterMinutes * 60_000;
export const isLeft = ({ wasLeft, status, seenAt }: Pick<AbandonedRow, "wasLeft" | "status" | "seenAt">, now: Date): boolean =>
  wasLeft || status !== "abandoned" || seenAt.getTime() < quietSince(now);
/** From when on a booking counts as abandoned, unless something is heard of it before. */
export const leftAt = (row: Pick<AbandonedRow, "wasLeft" | "status" | "seenAt">): Date =>
  row.wasLeft || row.status !== "abandoned" ? row.seenAt : new Date(row.seenAt.getTime() + leftAfterMinutes * 60_000);
export const leftBefore = (now: Date): Date => new Date(quietSince(now));

const mostDays = 366;
const standardDays = 30;

/** The days that are looked at: the last thirty, today among them, where none are named. */
export function daysOf(named: { from?: string | undefined; to?: string | undefined }, today: string): { from: string; to: string } | null {
  const to = named.to ?? today;
  const last = Temporal.PlainDate.from(to);
  const from = named.from ?? last.subtract({ days: standardDays - 1 }).toString();
  const days = Temporal.PlainDate.from(from).until(last).days;
  return days < 0 || days >= mostDays ? null : { from, to };
}

export const customerTypeOf = (about: { isClient: boolean; askedBefore: boolean }): BookingCustomerType => {
  if (about.isClient) return BookingCustomerType.EXISTING_CLIENT;
  return about.askedBefore ? BookingCustomerType.NON_CLIENT : BookingCustomerType.NEW_VISITOR;
};

export const wordsOf = ({ firstName, lastName }: AbandonedPerson, pets: readonly AbandonedPet[]): string =>
  [firstName, lastName, ...pets.map(({ petName }) => petName)].join(" ").toLowerCase();

/** As people read it; the three ways to pay are one step (growth §4). */
export const stepWords: Record<BookingStep, string> = {
  [BookingStep.UNSPECIFIED]: "",
  [BookingStep.WELCOME_PAGE]: "Welcome",
  [BookingStep.BASIC_INFO]: "Basic info",
  [BookingStep.SELECT_CARE_TYPE]: "Care type",
  [BookingStep.SELECT_ADDRESS]: "Address",
  [BookingStep.SELECT_PET]: "Pet",
  [BookingStep.SELECT_DATE]: "Date",
  [BookingStep.SELECT_SERVICE]: "Service",
  [BookingStep.SELECT_GROOMER]: "Groomer",
  [BookingStep.SELECT_TIME]: "Time",
  [BookingStep.ADDITIONAL_PET_INFO]: "Additional pet info",
  [BookingStep.PERSONAL_INFO]: "Personal info",
  [BookingStep.CARD_ON_FILE]: "Payment",
  [BookingStep.PREPAY]: "Payment",
  [BookingStep.PRE_AUTH]: "Payment",
  [BookingStep.SUBMIT_APPT]: "Submit",
};
