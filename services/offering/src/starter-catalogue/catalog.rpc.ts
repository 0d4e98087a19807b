import { implement } from "@leashline/kit";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { command } from "../db.ts";
import { mustHaveTaxes } from "../services/known-taxes.ts";
import { serviceHandlers } from "../services/service.rpc.ts";
import { toWire } from "../services/service.wire.ts";
import { createStarter } from "./starter.ts";

export const catalogRpc = implement(CatalogService, {
  ...serviceHandlers,

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
