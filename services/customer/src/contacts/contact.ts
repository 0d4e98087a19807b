import { fail, plainName, reducePhone } from "@leashline/kit";
import type { Contact } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import type { ContactFields } from "./contact.store.ts";

export const contactTypes = { main: 1, additional: 2 } as const;

/** What can be set on a contact, trimmed; one of the names is needed. */
export function fieldsOf(contact: Contact): ContactFields {
  const fields = {
    firstName: plainName(contact.firstName),
    lastName: plainName(contact.lastName),
    phoneNumber: reducePhone(contact.phoneNumber),
    email: contact.email.trim(),
    title: contact.title.trim(),
    type: contact.type || contactTypes.additional,
    isPrimary: contact.isPrimary,
  };
  if (!fields.firstName && !fields.lastName)
    throw fail("PARAMS_INVALID", { field: "contact.firstName", reason: "a first or last name is needed" });
  return fields;
}
