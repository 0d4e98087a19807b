import { createHash } from "node:crypto";
import { phoneKey, reducePhone } from "@leashline/kit";
import { words } from "../../clients/words.ts";
import { Cells, type Issue, type Reader } from "./cells.ts";
import type { FieldKey } from "./fields.ts";
import {
  isEmail,
  mostWeight,
  readDate,
  readGender,
  readSpecies,
  readWeight,
  readYes,
  splitName,
  type Weight,
  type WeightUnit,
  weightIn,
  weightUnitIn,
} from "./values.ts";

export type DraftClient = {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  phoneKey: string;
  ownerUnknown: boolean;
  tags: string[];
  note: string;
  address: { address1: string; address2: string; city: string; state: string; zipcode: string; country: string } | null;
};
export type DraftPet = {
  key: string;
  name: string;
  type: string;
  breed: string;
  secondaryBreed: string;
  gender: number;
  fixed: boolean;
  birthday: string | null;
  weight: number;
  color: string;
  coatType: string;
  licenseNumber: string;
  licenseIssueDate: string | null;
  microchipNumber: string;
  healthIssues: string;
  behavior: string;
  vetName: string;
  vetPhoneNumber: string;
  note: string;
};
/**
 * What one row says, and what is wrong with it. The rules (also in docs/importing.md):
 * a row is left out when it names neither a client nor a pet, has more values than the file has columns, or lost a closing quote;
 * everything else is tolerated with a warning: a value that cannot be read is left out, a pet without a name is entered as "(no name)",
 * a species we do not know is kept as written, a text that is too long is cut.
 */
export type Draft = { row: number; client: DraftClient; pet: DraftPet | null; issues: Issue[]; rejected: boolean; empty: boolean };

export const ownerUnknown = "(owner unknown)";
export const noName = "(no name)";
const tagLimit = 60;

export function draftOf(cells: readonly string[], row: number, reader: Reader, brokenQuote = false): Draft {
  const found = new Cells(cells, reader);
  const width = reader.format.columns.length;
  const empty = cells.every((cell) => cell.trim() === "");
  const pet = petOf(found, reader);
  const client = clientOf(found, reader, pet);
  const reject = (reason: string): Draft => ({
    row,
    client,
    pet,
    empty,
    rejected: true,
    issues: [...found.issues, { column: "", value: cells.join(" | ").slice(0, 200), reason, rejected: true }],
  });
  if (brokenQuote) return reject("a quotation mark is opened and never closed");
  if (cells.slice(width).some((cell) => cell.trim() !== ""))
    return reject(`the row has ${cells.length} values, the file has ${width} columns`);
  if (!empty && !pet && client.ownerUnknown) return reject("the row names neither a client nor a pet");
  if (pet) pet.key ||= petKey(pet, client);
  if (client.ownerUnknown && pet) client.key = `c:${pet.key}`;
  return { row, client, pet, issues: found.issues, rejected: false, empty };
}

const plain = (text: string): string => words(text).join(" ");
const digest = (...parts: string[]): string => createHash("sha256").update(parts.map(plain).join("|")).digest("base64url").slice(0, 22);
const id = (text: string): string => text.toLowerCase().replace(/\s+/g, "").slice(0, 120);

/** By its number in the old system, licence or chip; else by whose it is and what it is called. */
function petKey(pet: DraftPet, client: DraftClient): string {
  if (pet.licenseNumber) return `p:license:${id(pet.licenseNumber)}`;
  if (pet.microchipNumber) return `p:chip:${id(pet.microchipNumber)}`;
  const place = client.address ? [client.address.address1, client.address.zipcode] : ["", ""];
  const whose = client.ownerUnknown ? digest(pet.breed, pet.secondaryBreed, pet.color, pet.birthday ?? "", ...place) : client.key;
  return `p:${whose}|${digest(pet.name, pet.type)}`;
}

function petOf(c: Cells, { format, thisYear, country, weightUnit }: Reader): DraftPet | null {
  const external = c.text("pet_external_id");
  const named = c.text("pet_name");
  const facts = ["pet_type", "breed", "license_number", "microchip_number", "pet_external_id"] as const;
  if (!named && !facts.some((field) => c.text(field))) return null;
  if (!named) c.warn("pet_name", `no name; entered as "${noName}"`);
  const date = (text: string) => readDate(text, format.dateOrder, thisYear);
  const sex = c.read("gender", readGender, { gender: 0, fixed: false }, "not a gender; left out");
  return {
    key: external ? `p:ext:${id(external)}` : "",
    name: named || noName,
    type: speciesOf(c),
    breed: c.text("breed"),
    secondaryBreed: c.text("secondary_breed"),
    gender: sex.gender,
    fixed: sex.fixed || c.read("fixed", readYes, false, "neither yes nor no; left out"),
    birthday: c.read("birthday", date, null, "not a date; left out"),
    weight: weightOf(c, weightUnit),
    color: c.text("color"),
    coatType: c.text("coat_type"),
    licenseNumber: c.text("license_number"),
    licenseIssueDate: c.read("license_issue_date", date, null, "not a date; left out"),
    microchipNumber: c.text("microchip_number"),
    healthIssues: c.text("health_issues"),
    behavior: c.text("behavior"),
    vetName: c.text("vet_name"),
    vetPhoneNumber: phoneOf(c, "vet_phone_number", country).number,
    note: c.text("pet_note"),
  };
}

/** In the business's unit. The cell's unit wins over the heading's, and is pointed out where it is another than the rest of the column has. */
function weightOf(c: Cells, own: WeightUnit | ""): number {
  const heading = weightUnitIn(c.column("weight"));
  const read = (text: string): (Weight & { entered: number }) | null => {
    const weight = readWeight(text);
    if (!weight) return null;
    const entered = own ? weightIn({ ...weight, unit: weight.unit ?? heading }, own) : weight.value;
    return entered <= mostWeight ? { ...weight, entered } : null;
  };
  const weight = c.read("weight", read, null, "not a weight; left out");
  if (!weight) return 0;
  const { unit, entered } = weight;
  const usual = heading ?? own;
  if (unit && unit !== usual) c.warn("weight", `in ${unit}, unlike the rest of its column; entered as ${entered} ${own || unit}`);
  return entered;
}

function speciesOf(c: Cells): string {
  const text = c.text("pet_type");
  if (!text) {
    if (c.has("pet_type")) c.warn("pet_type", 'no pet type; entered as "Other"');
    return c.has("pet_type") ? "Other" : "Dog";
  }
  const known = readSpecies(text);
  if (known) return known;
  c.warn("pet_type", "a pet type we do not know; kept as written");
  return text[0]!.toUpperCase() + text.slice(1);
}

function phoneOf(c: Cells, field: FieldKey, country: string): { number: string; key: string } {
  const text = c.text(field);
  const dialled = text.replace(/(?<=\d)[^\da-z#]*[a-z#].*$/i, "");
  const number = reducePhone(dialled).replace(/(?!^)\+/g, "");
  const length = number.replace("+", "").length;
  if (text && (length < 7 || length > 15)) {
    c.warn(field, "not a phone number; left out");
    return { number: "", key: "" };
  }
  if (dialled !== text) c.warn(field, `more than a number; entered as ${number}`);
  return { number, key: phoneKey(number, country) };
}

function clientOf(c: Cells, { country }: Reader, pet: DraftPet | null): DraftClient {
  const full = splitName(c.text("full_name"));
  const email = c.read("email", (text) => (isEmail(text) ? text : null), "", "Invalid email; left out");
  const phone = phoneOf(c, "phone_number", country);
  const external = c.text("client_external_id");
  const first = c.text("first_name") || full.first;
  const last = c.text("last_name") || full.last;
  const unknown = !first && !last && !email && !phone.number && !external;
  const address = addressOf(c, country);
  const nameless = !first && !last;
  if (nameless && !unknown) c.warn("full_name", "no name; entered under the email or phone");
  const names = unknown
    ? { firstName: pet?.name ?? "", lastName: ownerUnknown }
    : { firstName: nameless ? email || phone.number || `Client ${external}` : first, lastName: last };
  const byName = `c:name:${digest(first, last, address?.address1 ?? "", address?.zipcode ?? "")}`;
  const key = external ? `c:ext:${id(external)}` : phone.key ? `c:phone:${phone.key}` : email ? `c:email:${email.toLowerCase()}` : byName;
  return {
    key,
    ...names,
    email,
    phoneNumber: phone.number,
    phoneKey: phone.key,
    ownerUnknown: unknown,
    tags: tagsOf(c),
    note: c.text("client_note"),
    address,
  };
}

function tagsOf(c: Cells): string[] {
  const tags = c
    .text("client_tag")
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  if (tags.some((tag) => tag.length > tagLimit)) c.warn("client_tag", `a tag is longer than ${tagLimit} characters; cut`);
  return tags.map((tag) => tag.slice(0, tagLimit));
}

function addressOf(c: Cells, country: string): DraftClient["address"] {
  const address = {
    address1: c.text("address1"),
    address2: c.text("address2"),
    city: c.text("city"),
    state: c.text("state"),
    zipcode: c.text("zipcode"),
    country: c.text("country"),
  };
  if (country === "US" && address.zipcode && !/^\d{5}(-?\d{4})?$/.test(address.zipcode))
    c.warn("zipcode", "not a ZIP code; kept as written");
  return Object.values(address).some(Boolean) ? address : null;
}
