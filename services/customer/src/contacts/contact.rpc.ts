import { create } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, merged } from "@leashline/kit";
import { type Contact, ContactSchema, ContactService } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { clearPrimary } from "../addresses/address.store.ts";
import { clientsById } from "../clients/client.store.ts";
import type { StoredClient } from "../clients/client.ts";
import { lockClientOf, mustHaveClient } from "../clients/client.write.ts";
import { reducePhone } from "../clients/phone.ts";
import { mayContact, reach } from "../clients/visibility.ts";
import { command, query } from "../db.ts";
import {
  type ContactFields,
  contactsOf,
  insertContact,
  lockContact,
  removeContact,
  type StoredContact,
  updateContact,
} from "./contact.store.ts";

const main = 1;
const additional = 2;

/** The client as the first of their own contacts. */
const self = (client: StoredClient): StoredContact => ({
  customerContactId: "0",
  customerId: client.id,
  firstName: client.first_name,
  lastName: client.last_name,
  phoneNumber: client.phone_number,
  email: client.email,
  title: "",
  type: main,
  isPrimary: client.primary_contact_id === "0",
});

/** How contacts read to a caller who may not see phone numbers and e-mails. */
export const shownTo = (ctx: Ctx, contacts: StoredContact[]): StoredContact[] =>
  mayContact(ctx) ? contacts : contacts.map((c) => ({ ...c, phoneNumber: "", email: "" }));

export const withSelf = (client: StoredClient, contacts: StoredContact[]): StoredContact[] => [self(client), ...contacts];

function fieldsOf(contact: Contact): ContactFields {
  const fields = {
    firstName: contact.firstName.trim(),
    lastName: contact.lastName.trim(),
    phoneNumber: reducePhone(contact.phoneNumber),
    email: contact.email.trim(),
    title: contact.title.trim(),
    type: contact.type || additional,
    isPrimary: contact.isPrimary,
  };
  if (!fields.firstName && !fields.lastName)
    throw fail("PARAMS_INVALID", { field: "contact.firstName", reason: "a first or last name is needed" });
  return fields;
}

export const contactRpc = implement(ContactService, {
  async listContacts(req, ctx) {
    return await query(ctx, async (db) => {
      const client = (await clientsById(db, [req.customerId], reach(ctx))).get(req.customerId);
      if (!client || client.deleted_at) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
      return { contacts: shownTo(ctx, withSelf(client, await contactsOf(db, req.customerId))) };
    });
  },

  async createContact(req, ctx) {
    const fields = fieldsOf(req.contact!);
    const { customerId } = req.contact!;
    return await command(ctx, async (tx) => {
      await mustHaveClient(tx, customerId);
      if (fields.isPrimary) await clearPrimary(tx.db, "contact", customerId);
      const id = await insertContact(tx.db, ctx.companyId, customerId, fields);
      const contact = { ...fields, customerContactId: id, customerId };
      tx.log({ entity: "contact", id, action: "create", after: contact });
      tx.notify("customer.client", { ids: [customerId] });
      return { contact };
    });
  },

  async updateContact(req, ctx) {
    return await command(ctx, async (tx) => {
      await lockClientOf(tx, "contact", req.contact!.customerContactId);
      const before = await lockContact(tx.db, req.contact!.customerContactId);
      if (!before) throw fail("NOT_FOUND", { field: "contact.customerContactId" });
      const fields = fieldsOf(merged(ContactSchema, create(ContactSchema, before), req.contact!, req.updateMask));
      if (fields.isPrimary && !before.isPrimary) await clearPrimary(tx.db, "contact", before.customerId);
      await updateContact(tx.db, before.customerContactId, fields);
      const contact = { ...before, ...fields };
      tx.log({ entity: "contact", id: before.customerContactId, action: "update", before, after: contact });
      tx.notify("customer.client", { ids: [before.customerId] });
      return { contact };
    });
  },

  async deleteContact(req, ctx) {
    return await command(ctx, async (tx) => {
      await lockClientOf(tx, "contact", req.customerContactId);
      const before = await lockContact(tx.db, req.customerContactId);
      if (!before) throw fail("NOT_FOUND", { field: "customerContactId" });
      await removeContact(tx.db, before.customerContactId);
      tx.log({ entity: "contact", id: before.customerContactId, action: "delete", before });
      tx.notify("customer.client", { ids: [before.customerId] });
      return {};
    });
  },
});
