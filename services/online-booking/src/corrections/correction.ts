import { isPostalCode, POSTAL_CODES } from "@leashline/proto/rules/postal-code.ts";
import { isSamePhone } from "../automation/on-file.ts";

/** One field of the client, their address or a pet. */
export type Field = { key: string; of: "customer" | "address" | "pet"; petId: string; field: string };
export type Correction = { key: string; given: string };
export type Difference = Correction & Field & { label: string; known: string; isContact: boolean };
/** What is on file, as far as clients may correct it. */
export type Own = {
  version: number;
  client: { firstName: string; lastName: string; phoneNumber: string; email: string };
  address: { id: string; address1: string; address2: string; city: string; state: string; zipcode: string };
  /** Of the address, as it was written there; empty where it was not. */
  country: string;
  pets: readonly { petId: string; version: number; petName: string; breed: string; weight: string; birthday: string }[];
};

const labels: Record<string, string> = {
  firstName: "First name",
  lastName: "Last name",
  phoneNumber: "Phone",
  email: "Email",
  address1: "Address",
  address2: "Apartment",
  city: "City",
  state: "State",
  zipcode: "ZIP code",
  petName: "Name",
  breed: "Breed",
  weight: "Weight",
  birthday: "Birthday",
  note: "Note about",
};

export function fieldOf(key: string): Field {
  const [, petId, field = ""] = /^pets\[(\d+)\]\.(\w+)$/.exec(key) ?? [];
  if (petId) return { key, of: "pet", petId, field };
  const [of, name = ""] = key.split(".");
  return { key, of: of === "address" ? "address" : "customer", petId: "0", field: name };
}

/** These let people into a client's own place and say where they live. */
export const isWayIn = (key: string): boolean => key === "customer.phoneNumber" || key === "customer.email";
const isContact = ({ key, of }: Field): boolean => of === "address" || isWayIn(key);

const plain = (text: string): string => text.trim().toLowerCase();

/** Nothing for a pet that is not theirs. A note is always something new. */
function knownOf({ of, petId, field }: Field, own: Own): { known: string; whose: string } | null {
  if (of === "customer") return { known: own.client[field as keyof Own["client"]], whose: "" };
  if (of === "address") return { known: own.address[field as keyof Own["address"]], whose: "" };
  const pet = own.pets.find((one) => one.petId === petId);
  if (!pet) return null;
  return { known: field === "note" ? "" : pet[field as "breed"], whose: pet.petName };
}

const isSame = (key: string, given: string, known: string): boolean =>
  key === "customer.phoneNumber" ? isSamePhone(given, known) : given.trim() === known.trim();

/** What reads otherwise on file, the newest of each field. */
export function differencesIn(corrections: readonly Correction[], own: Own): Difference[] {
  const newest = new Map(corrections.map((one) => [one.key, one.given]));
  return [...newest].flatMap(([key, given]): Difference[] => {
    const field = fieldOf(key);
    const found = knownOf(field, own);
    if (!found || isSame(key, given, found.known)) return [];
    const name = labels[field.field] ?? field.field;
    const label = field.of !== "pet" ? name : field.field === "note" ? `${name} ${found.whose}` : `${name} of ${found.whose}`;
    return [{ ...field, given, label, known: found.known, isContact: isContact(field) }];
  });
}

const WRONG_ZIPS: Readonly<Record<string, string>> = { US: "This is not a ZIP code. Please enter 5 digits, like 98101." };

const KNOWN = Object.keys(POSTAL_CODES);
const COUNTRY_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(KNOWN.map((code) => [plain(new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code), code])),
  ...{ usa: "US", uk: "GB" },
};

type Where = {
  /** Of the business, alpha-2. */
  country: string;
  /** Of the address, a code or a name; empty where it is not known. */
  addressCountry: string;
};

/** As the country of the address writes it; of one that is not known, as the business's own does or any other that we know. */
function zipProblem(zip: string, { country, addressCountry }: Where): string | null {
  const own = plain(addressCountry);
  const code = COUNTRY_WORDS[own] ?? own.toUpperCase();
  const may = own === "" ? [country, ...KNOWN] : [code];
  if (may.some((one) => isPostalCode(zip, one))) return null;
  return WRONG_ZIPS[code || country] ?? "This is not a valid postal code.";
}

const NEEDED = new Set(["firstName", "petName", "note", "address1"]);

/** Why something cannot be so, in words for whoever typed it; null when it can. */
export function problemIn({ key, given }: Correction, { today, ...where }: Where & { today: string }): string | null {
  const { field } = fieldOf(key);
  const text = plain(given);
  if (text === "") return NEEDED.has(field) || isWayIn(key) ? "Please fill this in." : null;
  if (field === "email")
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 200 ? null : "This is not an email address. Please check it.";
  if (field === "phoneNumber")
    return /^\+?[\d\s().-]+$/.test(text) && text.replace(/\D/g, "").length >= 7 ? null : "This is not a phone number. Please check it.";
  if (field === "zipcode") return zipProblem(text, where);
  if (field === "weight")
    return /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? null : "Please enter the weight as a number, like 24.5.";
  if (field === "birthday") return isDay(text) && text <= today ? null : "Please enter a date that is not in the future.";
  return given.trim().length <= (field === "note" ? 500 : 100) ? null : "This is too long. Please shorten it.";
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
}
