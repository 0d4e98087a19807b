import { completed, fail, type Impl, mustBeCurrent, mustExist, named } from "@leashline/kit";
import type { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { ServiceInputSchema } from "@leashline/proto/leashline/offering/v1/service_input_pb.js";
import { command, query } from "../db.ts";
import { applicableServices } from "./applicable.ts";
import { mustBeKnownTaxes, mustHaveTaxes, taxesOfService, unknownTaxes } from "./known-taxes.ts";
import { mustBeKnownTraits, unknownTraits } from "./known-traits.ts";
import { countByTax, servicesById } from "./service.store.ts";
import { at } from "./service.ts";
import { readInput, toWire } from "./service.wire.ts";
import { addService, dropService, lockWithNamed, mustStand, saveService, sortServices } from "./service.write.ts";
import { usesOf } from "./uses.store.ts";

/** The catalog's RPCs but for those that need other rooms of the catalog. */
export const serviceHandlers: Omit<Impl<typeof CatalogService>, "createStarterCatalog" | "batchGetServices" | "listServices"> = {
  async getService(req, ctx) {
    const found = (await query(ctx, (db) => servicesById(db, [req.id]))).get(req.id);
    if (!found || found.deletedAt) throw fail("SERVICE_NOT_FOUND", { field: "id" });
    return { service: toWire(at(found, req.businessId)) };
  },

  async listApplicableServices(req, ctx) {
    return { services: await applicableServices(ctx, req) };
  },

  async createService(req, ctx) {
    const input = req.service!;
    mustBeKnownTraits(await unknownTraits(ctx, input.availability));
    await mustHaveTaxes(ctx, taxesOfService(input));
    return await command(ctx, async (tx) => {
      const patch = readInput(input, named(ServiceInputSchema, input, undefined), ctx.caller.currency);
      return { service: toWire(await addService(tx, patch)) };
    });
  },

  async updateService(req, ctx) {
    const unknown = await unknownTraits(ctx, req.service?.availability);
    const taxes = await unknownTaxes(ctx, taxesOfService(req.service ?? {}));
    return await command(ctx, async (tx) => {
      const before = mustStand(await lockWithNamed(tx, req.id, req.service?.options));
      mustBeCurrent(req.version, before.version);
      const input = completed(ServiceInputSchema, toWire(before), req.service!, req.updateMask);
      const patch = readInput(input, named(ServiceInputSchema, input, req.updateMask), before.currency);
      if (patch.availability) mustBeKnownTraits(unknown, before.availability);
      mustBeKnownTaxes(taxes, taxesOfService(patch), taxesOfService(before));
      return { service: toWire(await saveService(tx, before, patch)) };
    });
  },

  deleteService: ({ id }, ctx) => command(ctx, (tx) => dropService(tx, id)),

  async restoreService(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockWithNamed(tx, req.id, undefined), "id", "SERVICE_NOT_FOUND");
      return { service: toWire(before.deletedAt ? await saveService(tx, before, {}, "restore") : before) };
    });
  },

  sortServices: ({ idList }, ctx) => command(ctx, (tx) => sortServices(tx, idList)),

  async getServiceUses({ id }, ctx) {
    return await query(ctx, async (db) => {
      const { inactive, bookOnlineAvailable } = mustStand((await servicesById(db, [id])).get(id));
      return { ...(await usesOf(db, id)), bookOnline: bookOnlineAvailable && !inactive };
    });
  },

  async countServicesByTax(req, ctx) {
    const uses = await query(ctx, (db) => countByTax(db, req.taxIds));
    return { uses: uses.map((u) => ({ taxId: u.taxId, serviceCount: u.services, addOnCount: u.addOns })) };
  },
};
