import { create } from "@bufbuild/protobuf";
import { fail, implement, merged, type Tx } from "@leashline/kit";
import { ContactSchema, ContactService } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { findClient } from "../clients/client.read.ts";
import { clearPrimary } from "../clients/client.store.ts";
import { lockClientOf, mustHaveClient } from "../clients/client.write.ts";
import { command, type DB, query } from "../db.ts";
import { toContact, toContacts } from "./contact.mapper.ts";
import { contactsOf, insertContact, lockContact, removeContact, type StoredContact, updateContact } from "./contact.store.ts";
import { fieldsOf } from "./contact.ts";

async function mustHaveContact(tx: Tx<DB>, id: string, field: string): Promise<StoredContact> {
  await lockClientOf(tx, "contact", id);
  const contact = await lockContact(tx.db, id);
  if (!contact) throw fail("NOT_FOUND", { field });
  return contact;
}

export const contactRpc = implement(ContactService, {
  async listContacts(req, ctx) {
    return await query(ctx, async (db) => {
      const client = await findClient(ctx, db, req.customerId);
      return { contacts: toContacts(ctx, client, await contactsOf(db, client.id)) };
    });
  },

  async createContact(req, ctx) {
    const fields = fieldsOf(req.contact!);
    const clientId = req.contact!.customerId;
    return await command(ctx, async (tx) => {
      await mustHaveClient(tx, clientId);
      if (fields.isPrimary) await clearPrimary(tx.db, "contact", clientId);
      const contact = { ...fields, id: await insertContact(tx.db, clientId, fields), clientId };
      tx.log({ entity: "contact", id: contact.id, action: "create", after: contact });
      tx.notify("customer.client", { ids: [clientId] });
      return { contact: toContact(contact) };
    });
  },

  async updateContact(req, ctx) {
    const given = req.contact!;
    return await command(ctx, async (tx) => {
      const before = await mustHaveContact(tx, given.customerContactId, "contact.customerContactId");
      const fields = fieldsOf(merged(ContactSchema, create(ContactSchema, toContact(before)), given, req.updateMask));
      if (fields.isPrimary && !before.isPrimary) await clearPrimary(tx.db, "contact", before.clientId);
      await updateContact(tx.db, before.id, fields);
      const after = { ...before, ...fields };
      tx.log({ entity: "contact", id: before.id, action: "update", before, after });
      tx.notify("customer.client", { ids: [before.clientId] });
      return { contact: toContact(after) };
    });
  },

  async deleteContact(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveContact(tx, req.customerContactId, "customerContactId");
      await removeContact(tx.db, before.id);
      tx.log({ entity: "contact", id: before.id, action: "delete", before });
      tx.notify("customer.client", { ids: [before.clientId] });
      return {};
    });
  },
});
