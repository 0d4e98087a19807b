import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type { ContactSchema } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import type { StoredClient } from "../clients/client.ts";
import { mayContact } from "../clients/visibility.ts";
import type { StoredContact } from "./contact.store.ts";
import { contactTypes } from "./contact.ts";

export const toContact = ({ id, clientId, ...fields }: StoredContact): MessageInitShape<typeof ContactSchema> => ({
  ...fields,
  customerContactId: id,
  customerId: clientId,
});

/** The client as the first of their own contacts. */
const selfOf = (client: StoredClient): StoredContact => ({
  id: "0",
  clientId: client.id,
  firstName: client.firstName,
  lastName: client.lastName,
  phoneNumber: client.phoneNumber,
  email: client.email,
  title: "",
  type: contactTypes.main,
  isPrimary: client.primaryContactId === "0",
});

/** A client's contacts, the client first; without phone and e-mail for a caller who may not see them. */
export function toContacts(ctx: Ctx, client: StoredClient, contacts: readonly StoredContact[]): ReturnType<typeof toContact>[] {
  const all = [selfOf(client), ...contacts].map(toContact);
  return mayContact(ctx) ? all : all.map((contact) => ({ ...contact, phoneNumber: "", email: "" }));
}
