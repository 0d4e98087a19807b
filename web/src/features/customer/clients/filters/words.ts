import { FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { type FilterFieldName, type FilterKind, filterField } from "@leashline/proto/rules/client-filter.ts";

type Words = { label: string; group: string };
const under = (group: string, labels: Partial<Record<FilterFieldName, string>>) =>
  Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, { label, group }]));

const all: Partial<Record<string, Words>> = {
  ...under("Client", {
    first_name: "First name",
    last_name: "Last name",
    client_status: "Active or inactive",
    client_type: "Lead or client",
    client_tag: "Tag",
    create_date: "Added on",
    source: "Added through",
    referral_source: "How they heard of us",
    preferred_business: "Preferred location",
    preferred_groomer: "Preferred staff member",
    owner_unknown: "Owner unknown (imported)",
    client_id: "Client number",
  }),
  ...under("Contact", {
    email: "Email",
    phone_number: "Phone",
    city: "City",
    zipcode: "ZIP code",
    unsubscribed: "Unsubscribed from marketing",
    block_message: "Messages blocked",
  }),
  ...under("Pets", {
    pet_name: "Pet’s name",
    pet_type: "Pet type",
    pet_breed: "Breed",
    pet_weight: "Weight",
    pet_size: "Size",
    pet_gender: "Sex",
    pet_fixed: "Spayed or neutered",
    pet_coat: "Coat",
    pet_birthday: "Date of birth",
    pet_life_status: "Alive or passed away",
    pet_code: "Pet code",
    pet_count: "Number of pets",
    vaccine_missing: "Missing vaccine",
    vaccine_expired: "Expired vaccine",
    vaccine_expiring: "Vaccine about to expire",
  }),
  ...under("Agreements", { agreement_unsigned: "Waits to sign", agreement_signed: "Has signed" }),
  ...under("Appointments", {
    last_visit_date: "Last appointment",
    next_visit_date: "Next appointment",
    upcoming_count: "Upcoming appointments",
    finished_count: "Finished appointments",
    cancelled_count: "Canceled appointments",
    no_show_count: "No-shows",
    total_count: "Appointments in all",
    block_online_booking: "Online booking blocked",
  }),
  ...under("Money", { total_paid: "Paid so far", outstanding_balance: "Owes", card_on_file: "Card on file" }),
  ...under("Bookings left unfinished online", {
    abandon_date: "Left a booking on",
    abandon_step: "Stopped at",
    abandon_status: "Follow-up",
  }),
};

/** A field in plain words, under the heading it stands below. */
export const fieldWords = (field: FilterFieldName): Words => all[field] ?? { label: field, group: "Client" };
export const fieldsInOrder = Object.keys(all) as FilterFieldName[];

const choices: Record<string, string> = {
  ...{ active: "Active", inactive: "Inactive", LEAD: "Lead", CUSTOMER: "Client" },
  ...{ abandoned: "Not contacted", contacted: "Contacted", recovered: "Recovered" },
  ...{ welcome: "Welcome", basic_info: "Basic info", care_type: "Care type", address: "Address", pet: "Pet", date: "Date" },
  ...{ service: "Service", groomer: "Groomer", time: "Time", pet_info: "Additional pet info", personal_info: "Personal info" },
  ...{ payment: "Payment", submit: "Submit" },
  ...{ male: "Male", female: "Female", unknown: "Not known", alive: "Alive", passed_away: "Passed away" },
  ...{ true: "Yes", false: "No" },
  ...{ manual: "Staff", import: "Import", "online booking": "Online booking", "intake form": "Intake form" },
};
export const choiceWords = (value: string): string => choices[value] ?? value;

const common: Readonly<Record<Op, string>> = {
  [Op.UNSPECIFIED]: "",
  [Op.EQUAL]: "is",
  [Op.NOT_EQUAL]: "is not",
  [Op.IN]: "is any of",
  [Op.NOT_IN]: "is none of",
  [Op.LIKE]: "contains",
  [Op.NOT_LIKE]: "does not contain",
  [Op.LIKE_START]: "starts with",
  [Op.LIKE_END]: "ends with",
  [Op.GREATER]: "is more than",
  [Op.GREATER_OR_EQUAL]: "is at least",
  [Op.LESS]: "is less than",
  [Op.LESS_OR_EQUAL]: "is at most",
  [Op.BEFORE]: "is before",
  [Op.AFTER]: "is after",
  [Op.ON]: "is on",
  [Op.RANGE]: "is between",
};
const amounts = [Op.EQUAL, Op.NOT_EQUAL, Op.GREATER, Op.GREATER_OR_EQUAL, Op.LESS, Op.LESS_OR_EQUAL, Op.RANGE, Op.IN, Op.NOT_IN];

/** How a field of a kind is compared on the screen; a program may compare it otherwise too, and that is shown as it is. */
export const offered: Readonly<Record<FilterKind, readonly Op[]>> = {
  text: [Op.LIKE, Op.NOT_LIKE, Op.EQUAL, Op.NOT_EQUAL, Op.LIKE_START, Op.LIKE_END, Op.IN, Op.NOT_IN],
  number: amounts,
  money: amounts,
  date: [Op.ON, Op.BEFORE, Op.AFTER, Op.RANGE],
  boolean: [Op.EQUAL],
  choice: [Op.EQUAL, Op.NOT_EQUAL, Op.IN, Op.NOT_IN],
  id: [Op.IN, Op.NOT_IN, Op.EQUAL, Op.NOT_EQUAL],
  due: [Op.EQUAL, Op.NOT_EQUAL],
};

export const operatorWords = (operator: Op): string => common[operator];

/** What of a text can only be one of a few is chosen from them. */
export const storedValues: Partial<Record<FilterFieldName, readonly string[]>> = {
  source: ["manual", "import", "online booking", "intake form"],
};
/** Kept as text, and chosen from the names that the shop has for it. */
const named: ReadonlySet<FilterFieldName> = new Set(["pet_coat"]);
const kindShown = (field: FilterFieldName): FilterKind => (storedValues[field] || named.has(field) ? "choice" : filterField(field).kind);

export const operatorsFor = (field: FilterFieldName, now: Op): readonly Op[] => {
  const list = offered[kindShown(field)];
  return list.includes(now) ? list : [...list, now];
};
/** Whether a value is one of those that there are; a part of a text is written. */
export const isChosen = (field: FilterFieldName, operator: Op): boolean =>
  filterField(field).kind !== "text" || offered.choice.includes(operator);
export const firstOperator = (field: FilterFieldName): Op => offered[kindShown(field)][0] ?? Op.EQUAL;
