import { type Ctx, fail, implement, type Tx } from "@leashline/kit";
import { FeatureFlagService, FeatureFlagOwnerLevel as L } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";

import { findCompany } from "../companies/company.store.ts";
import { command, type DB, type Db, query } from "../db.ts";
import { listEnterpriseFlags, listFlags, saveEnterpriseFlag, saveFlag } from "./feature-flag.store.ts";
import { type FlagRow, flagsFor } from "./feature-flag.ts";

export const featureFlagRpc = implement(FeatureFlagService, {
  async listFeatureFlags(_request, ctx) {
    const rows = ctx.companyId === "0" ? [] : await query(ctx, (db) => rowsFor(ctx, db));
    return { flags: flagsFor(rows) };
  },

  async updateFeatureFlag({ key, enabled = false, ownerLevel }, ctx) {
    if (!flagsFor([]).some((flag) => flag.key === key)) throw fail("PARAMS_INVALID", { field: "key", reason: "there is no such flag" });
    return await command(ctx, async (tx) => {
      if (ownerLevel === L.ENTERPRISE) await saveForEnterprise(tx, key, enabled);
      else await saveFlag(tx.db, { key, enabled, ownerLevel, ownerId: ownerOf(ctx, ownerLevel) });
      tx.log({ entity: "feature_flag", id: ctx.companyId, action: "updated", after: { key, enabled, ownerLevel } });
      tx.notify("account.featureFlags");
      return { flag: flagsFor(await rowsFor(ctx, tx.db)).find((flag) => flag.key === key) } as object;
    });
  },
});

async function rowsFor(ctx: Ctx, db: Db): Promise<FlagRow[]> {
  const own = await listFlags(db, ctx.businessId, ctx.caller.accountId);
  const enterpriseId = (await findCompany(db))?.enterpriseId ?? "0";
  return enterpriseId === "0" ? own : [...(await listEnterpriseFlags(db, enterpriseId)), ...own];
}

function ownerOf(ctx: Ctx, level: L): string {
  if (level === L.ACCOUNT) return ctx.caller.accountId;
  return level === L.BUSINESS ? ctx.businessId : ctx.companyId;
}

/** Holds in every company of the enterprise, so only its owners say so. */
async function saveForEnterprise(tx: Tx<DB>, key: string, enabled: boolean): Promise<void> {
  const enterpriseId = (await findCompany(tx.db))?.enterpriseId ?? "0";
  if (!(await saveEnterpriseFlag(tx.db, enterpriseId, tx.ctx.caller.accountId, key, enabled)))
    throw fail("NO_PERMISSION", { field: "ownerLevel" });
}
