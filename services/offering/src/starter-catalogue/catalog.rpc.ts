import { fail, implement, listed, type Page } from "@leashline/kit";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { addOnsById, listAddOns, type StoredAddOn } from "../add-ons/add-on.store.ts";
import { asService } from "../add-ons/as-service.ts";
import { command, query } from "../db.ts";
import { activeRules } from "../pricing-rules/active-rules.ts";
import { offeredAt } from "../services/availability.ts";
import { mustHaveTaxes } from "../services/known-taxes.ts";
import { serviceHandlers } from "../services/service.rpc.ts";
import { listServices, servicesById } from "../services/service.store.ts";
import { at } from "../services/service.ts";
import { toWire } from "../services/service.wire.ts";
import { createStarter } from "./starter.ts";

export const catalogRpc = implement(CatalogService, {
  ...serviceHandlers,

  async listServices(req, ctx) {
    const { businessId, withAddOns } = req;
    const filter = { ...req, keyword: req.keyword.trim(), inactive: req.includeInactive ? null : req.inactive };
    const [services, addOns] = await query(ctx, (db) => Promise.all([listServices(db, filter), withAddOns ? listAddOns(db, filter) : []]));
    const all = [
      ...services.filter((one) => offeredAt(one.availability, businessId)).map((one) => toWire(at(one, businessId))),
      ...addOns.filter((one) => offeredAt(one.availability, businessId)).map((one) => asService(one, businessId)),
    ];
    const read = async ({ after, offset, limit }: Page) => {
      const from = after ? all.findIndex(({ id }) => id === after[0]) + 1 : offset;
      return all.slice(from, from + limit);
    };
    const { rows, nextPageToken } = await listed(req, { standard: 200, most: 1000, read, key: ({ id = "0" }) => [id] });
    return { services: rows, nextPageToken, total: all.length };
  },

  async batchGetServices(req, ctx) {
    const ids = [...new Set(req.ids)];
    const { services, addOns, rules } = await query(ctx, async (db) => {
      const [services, rules] = await Promise.all([servicesById(db, ids), req.withPricingRules ? activeRules(db) : {}]);
      const others = req.withAddOns ? ids.filter((id) => !services.has(id)) : [];
      return { services, rules, addOns: others.length > 0 ? await addOnsById(db, others) : new Map<string, StoredAddOn>() };
    });
    const missing = ids.filter((id) => !services.has(id) && !addOns.has(id));
    if (missing.length > 0 && !req.allowMissing) throw fail("SERVICE_NOT_FOUND", { field: "ids", facts: { ids: missing.join(",") } });
    const found = ids.flatMap((id) => {
      const [service, addOn] = [services.get(id), addOns.get(id)];
      return service ? [toWire(at(service, req.businessId))] : addOn ? [asService(addOn, req.businessId)] : [];
    });
    return { services: found, ...rules };
  },

  async createStarterCatalog(req, ctx) {
    await mustHaveTaxes(ctx, [{ field: "taxId", taxId: req.taxId }]);
    return await command(ctx, async (tx) => {
      const made = await createStarter(tx, {
        careTypes: req.careTypes,
        currency: req.currencyCode || ctx.caller.currency,
        taxId: req.taxId,
        weightUnit: req.weightUnit === "kg" ? "kg" : "lb",
      });
      return { services: made.services.map(toWire), addOnCount: made.addOnCount };
    });
  },
});
