import { create } from "@bufbuild/protobuf";
import { fail, implement, merged } from "@leashline/kit";
import { AddressSchema, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { clientsById } from "../clients/client.store.ts";
import { lockClientOf, mustHaveClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.ts";
import { command, query } from "../db.ts";
import { addressesOf, clearPrimary, lockAddress, removeAddress, updateAddress } from "./address.store.ts";
import { addAddress, fieldsOf, isEmpty } from "./address.ts";

export const addressRpc = implement(AddressService, {
  async listAddresses(req, ctx) {
    return await query(ctx, async (db) => {
      if ((await clientsById(db, [req.customerId], reach(ctx))).size === 0) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
      return { addresses: await addressesOf(db, req.customerId) };
    });
  },

  async createAddress(req, ctx) {
    const given = req.address!;
    return await command(ctx, async (tx) => {
      await mustHaveClient(tx, given.customerId);
      return { address: await addAddress(tx, given.customerId, given, given.isPrimary) };
    });
  },

  async updateAddress(req, ctx) {
    const given = req.address!;
    return await command(ctx, async (tx) => {
      await lockClientOf(tx, "address", given.customerAddressId);
      const before = await lockAddress(tx.db, given.customerAddressId);
      if (!before) throw fail("NOT_FOUND", { field: "address.customerAddressId" });
      const wanted = merged(AddressSchema, create(AddressSchema, before), given, req.updateMask);
      const fields = fieldsOf(wanted);
      if (isEmpty(fields)) throw fail("PARAMS_INVALID", { field: "address.address1", reason: "an address is needed" });
      const isPrimary = before.isPrimary || wanted.isPrimary;
      if (isPrimary && !before.isPrimary) await clearPrimary(tx.db, "address", before.customerId);
      await updateAddress(tx.db, before.customerAddressId, fields, isPrimary);
      const after = { ...before, ...fields, isPrimary };
      tx.log({ entity: "address", id: before.customerAddressId, action: "update", before, after });
      tx.notify("customer.client", { ids: [before.customerId] });
      return { address: after };
    });
  },

  async deleteAddress(req, ctx) {
    return await command(ctx, async (tx) => {
      await lockClientOf(tx, "address", req.customerAddressId);
      const before = await lockAddress(tx.db, req.customerAddressId);
      if (!before) throw fail("NOT_FOUND", { field: "customerAddressId" });
      await removeAddress(tx.db, before);
      tx.log({ entity: "address", id: before.customerAddressId, action: "delete", before });
      tx.notify("customer.client", { ids: [before.customerId] });
      return {};
    });
  },
});
