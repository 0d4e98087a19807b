import { type Manner, writeDay, writeTime } from "@leashline/kit";

/** What a placeholder stands for; growth §3 names customerName and the links, the visit's are ours. */
export type Facts = {
  customer?: { firstName: string; lastName: string };
  business?: { name: string; phone: string; address: string; zone: string } & Manner;
  visit?: { date: string; startTime: number; endTime: number; lines: VisitWords[] };
  links?: { onlineBooking?: string };
};
export type VisitWords = { petName: string; serviceName: string; staffName: string };

export type PlaceholderInfo = { name: string; meaning: string; needsAppointment: boolean; value: (facts: Facts) => string | undefined };

let list: Intl.ListFormat | undefined;
const together = (words: (string | undefined)[]): string => {
  list ??= new Intl.ListFormat("en", { type: "conjunction" });
  return list.format([...new Set(words.filter((word) => word !== undefined && word !== ""))] as string[]);
};

/** The customer's first name, since a text greets a person; the last name when there is no first (growth §3 leaves it open). */
export function callName(customer: { firstName: string; lastName: string } | undefined): string {
  return customer?.firstName.trim() || customer?.lastName.trim() || "there";
}

function entry(name: string, meaning: string, value: PlaceholderInfo["value"], needsAppointment = false): PlaceholderInfo {
  return { name: `{${name}}`, meaning, needsAppointment, value };
}

export const PLACEHOLDERS: PlaceholderInfo[] = [
  entry("customerName", "The client's first name", (facts) => callName(facts.customer)),
  entry("customerFullName", "The client's first and last name", ({ customer }) =>
    `${customer?.firstName ?? ""} ${customer?.lastName ?? ""}`.trim(),
  ),
  entry("businessName", "Your business's name", ({ business }) => business?.name),
  entry("businessPhone", "Your business's phone number", ({ business }) => business?.phone),
  entry("businessAddress", "Your business's address", ({ business }) => business?.address),
  entry("onlineBookingLink", "Your online booking page", ({ links }) => links?.onlineBooking),
  entry("petName", "The pets of the visit", ({ visit }) => visit && together(visit.lines.map((line) => line.petName)), true),
  entry("serviceName", "The services of the visit", ({ visit }) => visit && together(visit.lines.map((line) => line.serviceName)), true),
  entry("staffName", "Who does it", ({ visit }) => visit && together(visit.lines.map((line) => line.staffName)), true),
  entry(
    "appointmentDate",
    "The day, for example Friday, November 20",
    ({ visit, business }) => visit && business && writeDay(visit.date, business),
    true,
  ),
  entry(
    "appointmentTime",
    "The time, for example 10:00 AM",
    ({ visit, business }) => visit && business && writeTime(visit.startTime, business),
    true,
  ),
];

const byName = new Map(PLACEHOLDERS.map((info) => [info.name, info]));

/** Fills in what is known. A placeholder that has no value here is taken out; words in braces that are no placeholder stay. */
export function fillIn(text: string, facts: Facts): string {
  return text.replace(/\{[a-zA-Z]+\}/g, (name) => {
    const info = byName.get(name);
    return info ? (info.value(facts) ?? "") : name;
  });
}

/** The same in HTML: what is filled in is text, not markup. */
export function fillInHtml(html: string, facts: Facts, safe: (text: string) => string): string {
  return html.replace(/\{[a-zA-Z]+\}/g, (name) => {
    const info = byName.get(name);
    return info ? safe(info.value(facts) ?? "") : name;
  });
}
