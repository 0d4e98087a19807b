import { create } from "@bufbuild/protobuf";
import { fail, implement, merged, mustBeCurrent, named } from "@leashline/kit";
import { ClientInputSchema, PreferredTipSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetInputSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { addAddress, fieldsOf, isEmpty } from "../addresses/address.ts";
import { command, query } from "../db.ts";
import { overviewsOf } from "../facts/overview.store.ts";
import { overviewToWire } from "../facts/overview.wire.ts";
import { addNote } from "../notes/note.rpc.ts";
import { petsToWire } from "../pets/pet.read.ts";
import { readInput as readPet } from "../pets/pet.wire.ts";
import { addPets } from "../pets/pet.write.ts";
import { detailOf } from "./client.detail.ts";
import { clientsById, findByContact, holderOfPhone } from "./client.store.ts";
import { clientTypes } from "./client.ts";
import { readInput, toWire } from "./client.wire.ts";
import { createClient, mustHaveClient, removeClient, restoreClient, saveClient } from "./client.write.ts";
import { phoneKey } from "./phone.ts";
import { readTip, saveTip, tipOf } from "./tip.ts";
import { upsertClient } from "./upsert.ts";
import { reach } from "./visibility.ts";

export const clientRpc = implement(ClientService, {
  async createClient(req, ctx) {
    const input = req.client!;
    const patch = readInput(input, named(ClientInputSchema, input, undefined), ctx.caller.country);
    return await command(ctx, async (tx) => ({ client: toWire(await createClient(tx, patch, req), ctx) }));
  },

  async createClientWithPets(req, ctx) {
    const input = req.client!;
    const patch = readInput(input, named(ClientInputSchema, input, undefined), ctx.caller.country);
    return await command(ctx, async (tx) => {
      const { id } = await createClient(tx, patch, req);
      const columns = req.pets.map((pet) => readPet(pet, named(PetInputSchema, pet, undefined)));
      const pets = await addPets(tx, id, columns);
      if (req.address && !isEmpty(fieldsOf(req.address))) await addAddress(tx, id, req.address);
      if (req.note.trim()) await addNote(tx, { clientId: id, petId: "0", note: req.note, isAlert: false });
      const client = (await clientsById(tx.db, [id])).get(id)!;
      return { client: toWire(client, ctx), pets: await petsToWire(ctx, tx.db, pets) };
    });
  },

  async getClient(req, ctx) {
    const client = (await query(ctx, (db) => clientsById(db, [req.customerId], reach(ctx)))).get(req.customerId);
    if (!client || client.deleted_at) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
    return { client: toWire(client, ctx) };
  },

  async getClientOverview(req, ctx) {
    return await query(ctx, async (db) => {
      const client = (await clientsById(db, [req.customerId], reach(ctx))).get(req.customerId);
      if (!client || client.deleted_at) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
      return { overview: overviewToWire((await overviewsOf(db, [req.customerId])).get(req.customerId), ctx) };
    });
  },

  async getClientDetail(req, ctx) {
    return await detailOf(ctx, req.customerId, req.includeDeleted);
  },

  async batchGetClients(req, ctx) {
    const ids = [...new Set(req.customerIds)];
    const found = await query(ctx, (db) => clientsById(db, ids, reach(ctx)));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0 && !req.allowMissing)
      throw fail("CUSTOMER_NOT_FOUND", { field: "customerIds", facts: { ids: missing.join(",") } });
    return { clients: ids.flatMap((id) => found.get(id) ?? []).map((client) => toWire(client, ctx)) };
  },

  async updateClient(req, ctx) {
    const input = req.client!;
    const patch = readInput(input, named(ClientInputSchema, input, req.updateMask), ctx.caller.country);
    return await command(ctx, async (tx) => {
      const before = await mustHaveClient(tx, req.customerId);
      mustBeCurrent(req.version, before.version);
      return { client: toWire(await saveClient(tx, before, patch, req), ctx) };
    });
  },

  async deleteClient(req, ctx) {
    return await command(ctx, async (tx) => {
      await removeClient(tx, await mustHaveClient(tx, req.customerId));
      return {};
    });
  },

  async restoreClient(req, ctx) {
    return await command(ctx, async (tx) => ({ client: toWire(await restoreClient(tx, req.customerId), ctx) }));
  },

  async getPreferredTip(req, ctx) {
    const client = (await query(ctx, (db) => clientsById(db, [req.customerId], reach(ctx)))).get(req.customerId);
    if (!client || client.deleted_at) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
    return { preferredTip: tipOf(client, ctx) };
  },

  async updatePreferredTip(req, ctx) {
    return await command(ctx, async (tx) => {
      const client = await mustHaveClient(tx, req.customerId);
      const before = create(PreferredTipSchema, tipOf(client, ctx));
      const tip = readTip(merged(PreferredTipSchema, before, req.preferredTip!, req.updateMask), ctx);
      return { preferredTip: await saveTip(tx, client, tip) };
    });
  },

  async checkPhoneNumberLead(req, ctx) {
    const key = phoneKey(req.phoneNumber, ctx.caller.country);
    const holder = await query(ctx, (db) => holderOfPhone(db, key, "0"));
    return { existing: holder?.type === clientTypes.lead };
  },

  async upsertClientWithPets(req, ctx) {
    return await command(ctx, async (tx) => {
      const { client, pets, created } = await upsertClient(tx, req);
      return { client: toWire(client, ctx), pets: await petsToWire(ctx, tx.db, pets), clientCreated: created };
    });
  },

  async findClientsByContact(req, ctx) {
    const found = await query(ctx, (db) => findByContact(db, req.phoneNumber, req.email.trim(), ctx.caller.country));
    return { clients: found.map((client) => toWire(client, ctx)) };
  },
});
