import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { fail, mustKnowPlaceholders, notBlank, PLACEHOLDER } from "@leashline/kit";
import type sanitize from "sanitize-html";

/** What a client fills in beside the signature. */
export type Input = { label: string; required: boolean };
/** What is signed: the version of an agreement, or what is left of it when everything is filled in for one client. */
export type Text = { header: string; content: string; inputs: Input[] };

// Loaded with the first text, not with the service: with its parsers it is as large as all of this service.
const sanitizer = (): typeof sanitize => createRequire(import.meta.url)("sanitize-html");

const allowed: sanitize.IOptions = {
  allowedTags: ["p", "br", "h1", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "hr", "strong", "b", "em", "i", "u", "s", "a"],
  allowedAttributes: { a: ["href"], ol: ["start"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
};

/** HTML that people wrote, with what a text to sign consists of and nothing else. */
export const sanitizeText = (html: string): string => sanitizer()(html, allowed).trim();

const hasWords = (html: string): boolean =>
  sanitizer()(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&nbsp;|\s/g, "")
    .trim() !== "";

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** What a text is filled in with. Where there is no appointment it speaks of its day and time, where there are no pets of "their pets", so that nobody signs a line with a hole. */
export type Facts = {
  client: { firstName: string; lastName: string };
  petNames: readonly string[];
  business: { name: string; phone: string; address: string };
  appointment?: { date: string; time: string };
};

type Placeholder = { name: string; meaning: string; needsAppointment: boolean; value: (facts: Facts) => string };

const entry = (name: string, meaning: string, value: Placeholder["value"], needsAppointment = false): Placeholder => ({
  name: `{${name}}`,
  meaning,
  needsAppointment,
  value,
});

const together = (words: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(words.filter((word) => word !== ""));

export const placeholders: readonly Placeholder[] = [
  entry("customerName", "The client's first name", ({ client }) => client.firstName.trim() || client.lastName.trim()),
  entry("customerFullName", "The client's first and last name", ({ client }) => `${client.firstName} ${client.lastName}`.trim()),
  entry("petName", "The pets of the appointment, or all of the client's", ({ petNames }) => together(petNames) || "their pets"),
  entry("businessName", "Your business's name", ({ business }) => business.name),
  entry("businessPhone", "Your business's phone number", ({ business }) => business.phone),
  entry("businessAddress", "Your business's address", ({ business }) => business.address),
  entry(
    "appointmentDate",
    "The day, for example Friday, November 20",
    ({ appointment }) => appointment?.date ?? "the day of the appointment",
    true,
  ),
  entry("appointmentTime", "The time, for example 10:00 AM", ({ appointment }) => appointment?.time ?? "the time of the appointment", true),
];
/** Only in the words around the link: whoever reads the text has the link already. */
const LINK = "{agreementLink}";

const known = new Map(placeholders.map((one) => [one.name, one]));

const mustBeKnown = (field: string, text: string, more: readonly string[] = []): void =>
  mustKnowPlaceholders(field, text, (name) => known.has(name) || more.includes(name));

/** Fills in plain text. */
export const fillIn = (text: string, facts: Facts): string => text.replaceAll(PLACEHOLDER, (name) => known.get(name)?.value(facts) ?? name);

/** Fills in HTML: what is filled in is text, not markup. */
export const fillInHtml = (html: string, facts: Facts): string =>
  html.replaceAll(PLACEHOLDER, (name) => {
    const found = known.get(name);
    return found ? escapeHtml(found.value(facts)) : name;
  });

/** The text as one client signs it. */
export const textFor = ({ header, content, inputs }: Text, facts: Facts): Text => ({
  header: fillIn(header, facts),
  content: fillInHtml(content, facts),
  inputs,
});

/** A header without what is filled in: it names nobody. */
export const titleOf = (header: string): string => header.replaceAll(PLACEHOLDER, "").replaceAll(/\s+/g, " ").trim();

/** A header as it is stored. */
export function headerOf(given: string): string {
  const header = notBlank(given, "agreementHeader");
  mustBeKnown("agreementHeader", header);
  return header;
}

/** A content as it is stored: cleaned, with words in it, and without a placeholder that there is not. */
export function contentOf(given: string): string {
  const content = sanitizeText(given);
  if (!hasWords(content)) throw fail("PARAMS_INVALID", { field: "agreementContent", reason: "the agreement needs a text" });
  mustBeKnown("agreementContent", content);
  return content;
}

/** Labels without blanks around them, each once. */
export function inputsOf(given: readonly Input[]): Input[] {
  const inputs = given.map(({ label, required }) => ({ label: label.trim(), required }));
  const labels = inputs.map(({ label }) => label.toLowerCase());
  if (labels.includes("")) throw fail("PARAMS_INVALID", { field: "inputs", reason: "each needs a label" });
  if (new Set(labels).size < labels.length) throw fail("PARAMS_INVALID", { field: "inputs", reason: "two have the same label" });
  return inputs;
}

/** Words around the link, as they are stored. */
export function wordingOf(field: "emailTitle" | "emailBody" | "smsBody", given: string): string {
  const words = given.trim();
  mustBeKnown(field, words, field === "emailTitle" ? [] : [LINK]);
  return words;
}

/** What the hash is of, so that anybody can compute it again: header, blank line, content, and a line for each input. */
export const documentOf = ({ header, content, inputs }: Text): string =>
  [header, "", content, ...inputs.map(({ label, required }) => `${required ? "*" : "-"} ${label}`)].join("\n");

export const hashOf = (text: Text): string => createHash("sha256").update(documentOf(text), "utf8").digest("hex");
