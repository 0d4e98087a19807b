import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { choicesWith } from "../../../ui/form/choices.ts";
import type { Format } from "../../../ui/format/locale.ts";
import { plural } from "../../../ui/format/text.ts";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import { EACH, MANUAL, ONCE } from "../shared/agreements/kinds.ts";

export const REQUIRED_TYPES = [
  { value: String(ONCE), label: "Once", text: "Every client signs it once, before the first appointment." },
  { value: String(EACH), label: "For every booking", text: "Every appointment has its own signature." },
  { value: String(MANUAL), label: "When we ask", text: "Only clients you send it to." },
] as const;

export const whenSigned = (type: number): string => REQUIRED_TYPES.find(({ value }) => value === String(type))?.label ?? "";

export const forWhom = (careTypes: readonly string[]): string =>
  careTypes.length === 0 ? "Every care type" : careTypes.map((id) => CARE_TYPES.find((one) => one.id === id)?.label ?? id).join(", ");

type Shop = { name: string; phone: string; address: string };
/** What a text looks like filled in, before there is a client. */
const sampleAt = ({ name, phone, address }: Shop): Readonly<Record<string, string>> => ({
  "{customerName}": "Ada",
  "{customerFullName}": "Ada Lovelace",
  "{petName}": "Rex and Mia",
  "{businessName}": name,
  "{businessPhone}": phone,
  "{businessAddress}": address,
  "{appointmentDate}": "Friday, November 20",
  "{appointmentTime}": "10:00 AM",
});
export const sampleOf = (text: string, shop: Shop): string => {
  const sample = sampleAt(shop);
  return text.replace(/\{[a-zA-Z]+\}/g, (name) => sample[name] ?? name);
};

/** What is wrong with a text that names a placeholder that there is not; it would be read as it is written. */
export const strangeIn = (text: string, known: readonly { name: string }[], more: readonly string[] = []): string | undefined => {
  const strange = text.match(/\{[a-zA-Z]+\}/g)?.find((name) => !more.includes(name) && !known.some((one) => one.name === name));
  return strange && `There is no placeholder ${strange}`;
};

/** What a record that is not signed waits for, where it is for no appointment in particular. */
export const neededFor = (type: number): string => {
  if (type === ONCE) return "Needs one signature";
  return type === MANUAL ? "Asked by you" : "For an appointment";
};

/** The last day on which a signature counts: it ends with the moment after that day. */
export const lastDayOf = (end: Timestamp, { dayOf }: Pick<Format, "dayOf">): string => dayOf(new Date(timestampDate(end).getTime() - 1));

/** Why an agreement cannot end on a day; one that it has already is left alone. */
export const mayEndOn = (day: string, before: string, today: string): string | undefined =>
  day !== "" && day < today && day !== before ? "Choose a day that is still to come" : undefined;

const EXPIRIES = [0, 3, 6, 12, 24, 36];

/** Chosen where none of the usual numbers of months is meant. */
export const OWN_MONTHS = "own";

/** How long a signature counts, with what was chosen some other way, and a number of their own. */
export const expiriesWith = (months = 0) => [
  ...choicesWith(EXPIRIES, String(months), expiryWords),
  { value: OWN_MONTHS, label: "Another number of months…" },
];

const termOf = (months: number): string => (months % 12 === 0 ? plural(months / 12, "year") : plural(months, "month"));
const expiryWords = (months: number): string => (months === 0 ? "Never expires" : `For ${termOf(months)}`);

const MOST_MONTHS = 120;

/** What is wrong with a number of months that somebody typed. */
export const mayLastMonths = (text: string): string | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_MONTHS ? undefined : `A whole number from 1 to ${MOST_MONTHS}`;

/** How long a signature counts, for a list of agreements; `lastDay` as it is written, empty for none. */
export function lastsFor(months: number, lastDay: string): string {
  const until = lastDay && `until ${lastDay} at the latest`;
  if (months === 0) return lastDay ? `Until ${lastDay}` : "Always";
  return [termOf(months), until].filter(Boolean).join(", ");
}

const DAYS = [0, 7, 14, 30, 60];

/** How long before a signature runs out its client hears of it, with what was chosen some other way. */
export const remindersWith = (days = 0) =>
  choicesWith(DAYS, String(days), (value) => (value === 0 ? "Never" : `${plural(value, "day")} before`));

/** What becomes of those whose signature counts no longer. */
export const howAskedAgain = (type: number): string => {
  if (type === ONCE) return "They are asked with their next appointment.";
  return type === EACH
    ? "Each of their next appointments asks for it."
    : "They are asked now: it waits on their page, and you can send them the link.";
};
