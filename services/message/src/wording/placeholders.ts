import {
  displayPhone,
  type LocaleFormat,
  mustKnowPlaceholders,
  PLACEHOLDER,
  phoneKey,
  reducePhone,
  writeArrival,
  writeAtTime,
  writeDay,
} from "@leashline/kit";
import type { ArrivalWindow } from "@leashline/proto/rules/arrival-window.ts";
import { asArrival } from "./arrival.ts";
import type { ClientLinks } from "./client-links.ts";
import { fillNamed } from "./share-links.ts";

/** What a placeholder stands for; growth §3 names customerName and the links, the appointment's are ours. */
export type Facts = {
  client?: { firstName: string; lastName: string };
  business?: { name: string; phone: string; address: string; country: string } & LocaleFormat;
  appointment?: About;
  links?: {
    onlineBooking?: string;
    portal?: string;
    agreement?: string;
    intakeForm?: string;
    /** Those that say which agreement or form they are for, by their placeholder. */
    named?: ReadonlyMap<string, string>;
  } & Partial<ClientLinks>;
};
export type About = {
  date: string;
  startTime: number;
  endTime: number;
  lines: LineWords[];
  previousDate?: string | null;
  previousStart?: number | null;
  /** Of what has no day and no hour of its own, such as a place on the waitlist: the words for those that would do. */
  day?: string;
  time?: string;
  /** What is told around the start; undefined where the start itself is, and not there where the business was not asked. */
  arrival?: ArrivalWindow | undefined;
};
/** `staffId` where it is known: "0" or below where nobody is assigned. */
export type LineWords = { petName: string; serviceName: string; staffName: string; staffId?: string; careType?: string };

/** Where a client's message about an appointment takes its words from. */
export const factsOf = (
  { previousDate, previousStart, ...about }: About,
  { firstName, lastName }: NonNullable<Facts["client"]>,
  business: NonNullable<Facts["business"]>,
  links: Partial<ClientLinks> = {},
): Facts => ({
  client: { firstName, lastName },
  business,
  appointment: { ...about, previousDate: previousDate ?? null, previousStart: previousStart ?? null },
  links,
});

/** As people of the business's country dial it; a number of another country keeps its code. */
export function phoneOf({ phone, country }: { phone: string; country: string }): string {
  const [reduced, dialed] = [reducePhone(phone), phoneKey(phone, country)];
  return displayPhone(reduced === `+${dialed}` ? reduced : dialed, country);
}

/** "Friday, November 20 at 10:00 AM" before the appointment moved. */
function previousTime({ appointment, business }: Facts): string | undefined {
  if (!appointment || !business) return undefined;
  const { previousDate, previousStart, arrival } = appointment;
  if (!previousDate || typeof previousStart !== "number") return "its earlier time";
  return `${writeDay(previousDate, business)} ${writeAtTime(previousStart, arrival, business)}`;
}

export type PlaceholderInfo = { name: string; meaning: string; needsAppointment: boolean; value: (facts: Facts) => string | undefined };

let list: Intl.ListFormat | undefined;
/** "Ana, Ben, and Cleo", each once. */
export const together = (words: (string | undefined)[]): string => {
  list ??= new Intl.ListFormat("en", { type: "conjunction" });
  return list.format([...new Set(words.filter((word) => word !== undefined && word !== ""))] as string[]);
};

/** The client's first name, since a text greets a person; the last name when there is no first (growth §3 leaves it open). */
export function callName(client: { firstName: string; lastName: string } | undefined): string {
  return client?.firstName.trim() || client?.lastName.trim() || "there";
}

function entry(name: string, meaning: string, value: PlaceholderInfo["value"], needsAppointment = false): PlaceholderInfo {
  return { name: `{${name}}`, meaning, needsAppointment, value };
}

export const PLACEHOLDERS: PlaceholderInfo[] = [
  entry("customerName", "The client's first name", (facts) => callName(facts.client)),
  entry("customerFullName", "The client's first and last name", ({ client }) =>
    `${client?.firstName ?? ""} ${client?.lastName ?? ""}`.trim(),
  ),
  entry("businessName", "Your business's name", ({ business }) => business?.name),
  entry("businessPhone", "Your business's phone number", ({ business }) => business && phoneOf(business)),
  entry("businessAddress", "Your business's address", ({ business }) => business?.address),
  entry("onlineBookingLink", "Your online booking page", ({ links }) => links?.onlineBooking),
  entry("petParentPortalLink", "Your clients' own page, which they open with a code", ({ links }) => links?.portal),
  entry("upcomingLink", "A private page with the client's upcoming appointments", ({ links }) => links?.upcoming),
  entry("appointmentLink", "A private page to see, confirm, move or cancel the appointment", ({ links }) => links?.appointment, true),
  entry("cardOnFileLink", "A private page where the client leaves a card on file", ({ links }) => links?.cardOnFile),
  entry("agreementLink", "A private page where the client signs the agreement that waits for them", ({ links }) => links?.agreement),
  entry("intakeFormLink", "Your first published intake form", ({ links }) => links?.intakeForm),
  entry("previousTime", "When it was before it moved", previousTime, true),
  entry(
    "petName",
    "The pets of the appointment",
    ({ appointment }) => appointment && together(appointment.lines.map((line) => line.petName)),
    true,
  ),
  entry(
    "serviceName",
    "The services of the appointment",
    ({ appointment }) => appointment && together(appointment.lines.map((line) => line.serviceName)),
    true,
  ),
  entry("staffName", "Who does it", ({ appointment }) => appointment && together(appointment.lines.map((line) => line.staffName)), true),
  entry(
    "appointmentDate",
    "The day, for example Friday, November 20",
    ({ appointment, business }) => appointment && (appointment.day ?? (business && writeDay(appointment.date, business))),
    true,
  ),
  entry(
    "appointmentTime",
    "The time, for example 10:00 AM, or the arrival window around it",
    ({ appointment, business }) =>
      appointment && (appointment.time ?? (business && writeArrival(appointment.startTime, appointment.arrival, business))),
    true,
  ),
];

/** Links of the specification (growth §3) that lead to nothing yet: not offered, and left out of a text rather than sent as they are. */
const TO_COME = ["petParentAppDownloadLink", "membershipLink"];

const byName = new Map([...PLACEHOLDERS, ...TO_COME.map((name) => entry(name, "", () => undefined))].map((info) => [info.name, info]));

/** Words of a business are kept only with placeholders that stand for something. */
export const mustBeFillable = (field: string, words: string): void => mustKnowPlaceholders(field, words, (name) => byName.has(name));

/** An example shows what the link of any agreement or form looks like. */
const namedLink = ({ links }: Facts, placeholder: string, kind: string): string => {
  if (links?.named) return links.named.get(placeholder) ?? "";
  return (kind === "agreementLink" ? links?.agreement : links?.intakeForm) ?? "";
};

/** Fills in what is known. A placeholder that has no value here is taken out; words in braces that are no placeholder stay. */
export function fillIn(text: string, facts: Facts): string {
  return fillNamed(asArrival(text, facts), (placeholder, kind) => namedLink(facts, placeholder, kind)).replace(PLACEHOLDER, (name) => {
    const info = byName.get(name);
    return info ? (info.value(facts) ?? "") : name;
  });
}

/** The same in HTML: what is filled in is text, not markup. */
export function fillInHtml(html: string, facts: Facts, safe: (text: string) => string): string {
  return fillNamed(asArrival(html, facts), (placeholder, kind) => safe(namedLink(facts, placeholder, kind))).replace(
    PLACEHOLDER,
    (name) => {
      const info = byName.get(name);
      return info ? safe(info.value(facts) ?? "") : name;
    },
  );
}
