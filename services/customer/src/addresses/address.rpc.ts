import { create } from "@bufbuild/protobuf";
import { fail, implement, merged, type Tx } from "@leashline/kit";
import { AddressSchema, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { findClient } from "../clients/client.read.ts";
import { clearPrimary } from "../clients/client.store.ts";
import { lockClientOf, mustHaveClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import { mayContact, reachesAll, toldPlaces } from "../clients/visibility.ts";
import { command, type DB, query } from "../db.ts";
import { toAddress } from "./address.mapper.ts";
import { addressesOf, lockAddress, removeAddress, type StoredAddress, updateAddress, zipcodesLived } from "./address.store.ts";
import { addAddress, fieldsOf } from "./address.ts";
import { toNearby } from "./nearby.mapper.ts";
import { addressesAt, nearbyClients, placesOf } from "./nearby.store.ts";

async function mustHaveAddress(tx: Tx<DB>, id: string, field: string): Promise<StoredAddress> {
  await lockClientOf(tx, "address", id);
  const address = await lockAddress(tx.db, id);
  if (!address) throw fail("NOT_FOUND", { field });
  return address;
}

export const addressRpc = implement(AddressService, {
  async listAddresses(req, ctx) {
    return await query(ctx, async (db) => {
      const { id } = await findClient(ctx, db, req.customerId, { deleted: true });
      return { addresses: (await addressesOf(db, id)).map(toAddress) };
    });
  },

  listZipcodes: ({ prefix, zipcodes }, ctx) => query(ctx, async (db) => ({ zipcodes: await zipcodesLived(db, prefix, zipcodes) })),

  batchGetClientPlaces: ({ customerIds, addressIds }, ctx) =>
    query(ctx, async (db) => ({ places: await placesOf(db, customerIds), addresses: await addressesAt(db, addressIds) })),

  async findNearbyClients({ lat, lng, maxDistance, pageSize }, ctx) {
    const asked = {
      lat,
      lng,
      miles: maxDistance || 5,
      limit: pageSize || 20,
      reach: reachesAll(ctx) ? null : reach(ctx),
      at: toldPlaces(ctx),
    };
    const found = await query(ctx, (db) => nearbyClients(db, asked));
    return { clients: found.map((one) => toNearby(one, mayContact(ctx))) };
  },

  async createAddress(req, ctx) {
    const given = req.address!;
    return await command(ctx, async (tx) => {
      await mustHaveClient(tx, given.customerId);
      return { address: toAddress(await addAddress(tx, given.customerId, given, given.isPrimary)) };
    });
  },

  async updateAddress(req, ctx) {
    const given = req.address!;
    return await command(ctx, async (tx) => {
      const before = await mustHaveAddress(tx, given.customerAddressId, "address.customerAddressId");
      const wanted = merged(AddressSchema, create(AddressSchema, toAddress(before)), given, req.updateMask);
      const after = { ...before, ...fieldsOf(wanted), isPrimary: before.isPrimary || wanted.isPrimary };
      if (after.isPrimary && !before.isPrimary) await clearPrimary(tx.db, "address", before.clientId);
      await updateAddress(tx.db, after);
      tx.log({ entity: "address", id: before.id, action: "update", before, after });
      tx.notify("customer.client", { ids: [before.clientId] });
      return { address: toAddress(after) };
    });
  },

  async deleteAddress(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveAddress(tx, req.customerAddressId, "customerAddressId");
      await removeAddress(tx.db, before);
      tx.log({ entity: "address", id: before.id, action: "delete", before });
      tx.notify("customer.client", { ids: [before.clientId] });
      return {};
    });
  },
});
