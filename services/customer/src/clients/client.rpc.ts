import { fail, type Impl, mustBeCurrent, named, phoneKey } from "@leashline/kit";
import { ClientInputSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { command, query } from "../db.ts";
import { readInput, toClient } from "./client.mapper.ts";
import { findClient } from "./client.read.ts";
import { clientsById, findByContact, holderOfPhone } from "./client.store.ts";
import { clientTypes } from "./client.ts";
import { createClient, mustHaveClient, removeClient, saveClient } from "./client.write.ts";
import { toOverview } from "./overview.mapper.ts";
import { overviewsOf } from "./overview.store.ts";
import { reach } from "./visibility.store.ts";

export const clientHandlers = {
  async createClient(req, ctx) {
    const input = req.client!;
    const patch = readInput(input, named(ClientInputSchema, input, undefined), ctx.caller.country);
    return await command(ctx, async (tx) => ({ client: toClient(await createClient(tx, patch, req), ctx) }));
  },

  async getClient(req, ctx) {
    return { client: toClient(await query(ctx, (db) => findClient(ctx, db, req.customerId)), ctx) };
  },

  async getClientOverview(req, ctx) {
    return await query(ctx, async (db) => {
      const { id } = await findClient(ctx, db, req.customerId);
      return { overview: toOverview((await overviewsOf(ctx, db, [id])).get(id), ctx) };
    });
  },

  async batchGetClients(req, ctx) {
    const ids = [...new Set(req.customerIds)];
    const found = await query(ctx, (db) => clientsById(db, ids, reach(ctx)));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0 && !req.allowMissing)
      throw fail("CUSTOMER_NOT_FOUND", { field: "customerIds", facts: { ids: missing.join(",") } });
    const clients = ids.flatMap((id) => found.get(id) ?? []);
    const overviews = req.withOverview ? await query(ctx, (db) => overviewsOf(ctx, db, [...found.keys()])) : new Map();
    return {
      clients: clients.map((client) => toClient(client, ctx)),
      overviews: req.withOverview ? clients.map(({ id }) => toOverview(overviews.get(id), ctx)) : [],
    };
  },

  async updateClient(req, ctx) {
    const input = req.client!;
    const patch = readInput(input, named(ClientInputSchema, input, req.updateMask), ctx.caller.country);
    return await command(ctx, async (tx) => {
      const before = await mustHaveClient(tx, req.customerId);
      mustBeCurrent(req.version, before.version);
      return { client: toClient(await saveClient(tx, before, patch, req), ctx) };
    });
  },

  async deleteClient(req, ctx) {
    return await command(ctx, async (tx) => {
      await removeClient(tx, await mustHaveClient(tx, req.customerId));
      return {};
    });
  },

  async checkPhoneNumberLead(req, ctx) {
    const key = phoneKey(req.phoneNumber, ctx.caller.country);
    const holder = await query(ctx, (db) => holderOfPhone(db, key, "0"));
    return { existing: holder?.type === clientTypes.lead };
  },

  async findClientsByContact(req, ctx) {
    const found = await query(ctx, (db) => findByContact(db, req.phoneNumber, req.email.trim(), ctx.caller.country));
    return { clients: found.map((client) => toClient(client, ctx)) };
  },
} satisfies Partial<Impl<typeof ClientService>>;
