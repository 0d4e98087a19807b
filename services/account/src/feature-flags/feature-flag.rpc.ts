import { fail, implement } from "@leashline/kit";
import { FeatureFlagService, FeatureFlagOwnerLevel as L } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";
import { command, query } from "../db.ts";
import { listFlags, saveFlag } from "./feature-flag.store.ts";
import { flagsFor } from "./feature-flag.ts";

export const featureFlagRpc = implement(FeatureFlagService, {
  async listFeatureFlags(_request, ctx) {
    const rows = ctx.companyId === "0" ? [] : await query(ctx, (db) => listFlags(db, ctx.companyId, ctx.businessId));
    return { flags: flagsFor(rows) };
  },

  async updateFeatureFlag({ key, enabled, ownerLevel }, ctx) {
    if (!flagsFor([]).some((flag) => flag.key === key)) throw fail("PARAMS_INVALID", { field: "key", reason: "there is no such flag" });
    const ownerId = ownerLevel === L.BUSINESS ? ctx.businessId : ctx.companyId;
    return await command(ctx, async (tx) => {
      await saveFlag(tx.db, ctx.companyId, { key, enabled, ownerLevel, ownerId });
      tx.log({ entity: "feature_flag", id: ownerId, action: "updated", after: { key, enabled, ownerLevel } });
      tx.notify("account.featureFlags");
      return { flag: flagsFor(await listFlags(tx.db, ctx.companyId, ctx.businessId)).find((flag) => flag.key === key) } as object;
    });
  },
});
