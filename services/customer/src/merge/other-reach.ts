import { phoneKey } from "@leashline/kit";
import type { ContactFields } from "../contacts/contact.store.ts";
import { contactTypes } from "../contacts/contact.ts";

type Person = { firstName: string; lastName: string; email: string; phoneNumber: string };
type Reach = Pick<ContactFields, "email" | "phoneNumber">;

const plain = (email: string): string => email.trim().toLowerCase();

/** Where one of the two was reached and the one client who is left is not, as contacts of theirs; none of what is among the contacts already. */
export function reachedBesides(
  left: Pick<Person, "email" | "phoneNumber">,
  people: readonly Person[],
  contacts: readonly Reach[],
  country: string,
): ContactFields[] {
  const emails = new Set([left, ...contacts].map(({ email }) => plain(email)));
  const phones = new Set([left, ...contacts].map(({ phoneNumber }) => phoneKey(phoneNumber, country)));
  return people.flatMap((person, nth) => {
    const { firstName, lastName } = person.firstName || person.lastName ? person : (people[1 - nth] ?? person);
    const email = emails.has(plain(person.email)) ? "" : person.email;
    const phoneNumber = phones.has(phoneKey(person.phoneNumber, country)) ? "" : person.phoneNumber;
    if (!email && !phoneNumber) return [];
    const what = [email && "email", phoneNumber && "phone"].filter(Boolean).join(" and ");
    const named = firstName || lastName ? { firstName, lastName } : { firstName: "Client", lastName: "" };
    return [{ ...named, email, phoneNumber, title: `Other ${what}`, type: contactTypes.additional, isPrimary: false }];
  });
}
