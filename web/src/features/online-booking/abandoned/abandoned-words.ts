import {
  type AbandonedBooking,
  AbandonStatus,
  BookingCustomerType,
} from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

/** What the address says of the list; without days the last thirty are shown. */
export const start = { keyword: "", status: "", step: "", client: "", from: "", until: "", page: "1" };
export type State = typeof start;

/** The last thirty days, today among them (growth §9). */
export const lastDays = (today: string) => ({ from: addDays(today, -29), until: today });

/** As people read it: the three ways to pay are one step, Payment (growth §4). */
const steps: readonly [string, string, BookingStep[]][] = [
  ["address", "Address", [BookingStep.SELECT_ADDRESS]],
  ["pet", "Pet", [BookingStep.SELECT_PET]],
  ["service", "Service", [BookingStep.SELECT_SERVICE]],
  ["date", "Date", [BookingStep.SELECT_DATE]],
  ["groomer", "Groomer", [BookingStep.SELECT_GROOMER]],
  ["time", "Time", [BookingStep.SELECT_TIME]],
  ["pet-info", "Additional pet info", [BookingStep.ADDITIONAL_PET_INFO]],
  ["person", "Personal info", [BookingStep.PERSONAL_INFO]],
  ["payment", "Payment", [BookingStep.CARD_ON_FILE, BookingStep.PREPAY, BookingStep.PRE_AUTH]],
];
export const stepName = (step: BookingStep): string => steps.find(([, , some]) => some.includes(step))?.[1] ?? "Start";

export const statusName = {
  [AbandonStatus.UNSPECIFIED]: "",
  [AbandonStatus.ABANDONED]: "Not contacted",
  [AbandonStatus.CONTACTED]: "Contacted",
  [AbandonStatus.RECOVERED]: "Recovered",
};
export const statusTone: Record<AbandonStatus, ToneName> = {
  [AbandonStatus.UNSPECIFIED]: "plain",
  [AbandonStatus.ABANDONED]: "warn",
  [AbandonStatus.CONTACTED]: "info",
  [AbandonStatus.RECOVERED]: "ok",
};
const clients = [
  ["existing", "Existing clients", BookingCustomerType.EXISTING_CLIENT],
  ["new", "New visitors", BookingCustomerType.NEW_VISITOR],
  ["asked", "Asked before, not a client", BookingCustomerType.NON_CLIENT],
] as const;
const clientName: Record<BookingCustomerType, string> = {
  [BookingCustomerType.UNSPECIFIED]: "",
  [BookingCustomerType.EXISTING_CLIENT]: "Existing client",
  [BookingCustomerType.NEW_VISITOR]: "New visitor",
  [BookingCustomerType.NON_CLIENT]: "Asked before, not a client",
};

const any = { value: "", label: "All" };
const statuses = ["abandoned", "contacted", "recovered"] as const;
const statusOf = { abandoned: AbandonStatus.ABANDONED, contacted: AbandonStatus.CONTACTED, recovered: AbandonStatus.RECOVERED };
export const choices = {
  status: [any, ...statuses.map((value) => ({ value, label: statusName[statusOf[value]] }))],
  step: [any, ...steps.map(([value, label]) => ({ value, label }))],
  client: [any, ...clients.map(([value, label]) => ({ value, label }))],
};

export const filtersOf = ({ keyword, status, step, client, from, until }: State, today: string) => {
  const wanted = clients.find(([value]) => value === client);
  const standard = lastDays(today);
  const [first, last] = [isoToDay(from || standard.from), isoToDay(until || standard.until)];
  return {
    keyword,
    statuses: statuses.filter((one) => one === status).map((one) => statusOf[one]),
    steps: steps.find(([value]) => value === step)?.[2] ?? [],
    customerTypes: wanted ? [wanted[2]] : [],
    ...(first && { startDate: first }),
    ...(last && { endDate: last }),
  };
};

export const isNarrowed = (state: State): boolean =>
  Object.entries(start).some(([key, value]) => key !== "page" && state[key as keyof State] !== value);

export const nameOf = ({ customer }: AbandonedBooking): string =>
  `${customer?.firstName ?? ""} ${customer?.lastName ?? ""}`.trim() || "No name yet";
export const kindOf = ({ customer }: AbandonedBooking): string => clientName[customer?.customerType ?? BookingCustomerType.UNSPECIFIED];
export const wantedBy = ({ pets }: AbandonedBooking): string =>
  pets
    .map(({ petName, services }) => [petName, services.map(({ name }) => name).join(", ")].filter(Boolean).join(": "))
    .filter(Boolean)
    .join(" · ") || "Nothing chosen yet";
export const askedTime = ({ preference }: AbandonedBooking, format: Format): string => {
  if (!preference?.date) return "";
  const { date, startTime } = preference;
  return startTime === undefined ? format.shortDay(date) : `${format.shortDay(date)}, ${format.minutes(startTime)}`;
};
/** A client already, or one whose name is not known: nobody to add. */
export const canBeAdded = ({ customer }: AbandonedBooking): boolean =>
  customer?.customerId === "0" && customer.firstName !== "" && customer.lastName !== "";
