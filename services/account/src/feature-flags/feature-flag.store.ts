import { FeatureFlagOwnerLevel as L } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";

import type { FlagRow } from "./feature-flag.ts";

/** Flags set for the company, and for the business and the account named. */
export const listFlags = async (db: Db, businessId: string, accountId: string): Promise<FlagRow[]> =>
  await db
    .selectFrom("featureFlag")
    .select(["key", "ownerLevel", "enabled"])
    .where("companyId", "=", db.companyId)
    .where((eb) =>
      eb.or([
        eb.and([eb("ownerLevel", "=", L.COMPANY), eb("ownerId", "=", db.companyId)]),
        eb.and([eb("ownerLevel", "=", L.BUSINESS), eb("ownerId", "=", businessId)]),
        eb.and([eb("ownerLevel", "=", L.ACCOUNT), eb("ownerId", "=", accountId)]),
      ]),
    )
    .execute();

export const listEnterpriseFlags = async (db: Db, enterpriseId: string): Promise<FlagRow[]> =>
  (await sql<FlagRow>`select key, ${L.ENTERPRISE}::int as owner_level, enabled from enterprise_flag_list(${enterpriseId})`.execute(db))
    .rows;

/** No for anybody but an owner of the enterprise. */
export async function saveEnterpriseFlag(db: Db, enterpriseId: string, accountId: string, key: string, on: boolean): Promise<boolean> {
  const saved = sql<{ ok: boolean }>`select enterprise_flag_set(${enterpriseId}, ${accountId}, ${key}, ${on}) as ok`;
  return (await saved.execute(db)).rows[0]?.ok ?? false;
}

export type FlagSetting = { key: string; enabled: boolean; ownerLevel: number; ownerId: string };
export const saveFlag = async (db: Db, f: FlagSetting): Promise<void> =>
  void (await db
    .insertInto("featureFlag")
    .values({ companyId: db.companyId, ownerLevel: f.ownerLevel, ownerId: f.ownerId, key: f.key, enabled: f.enabled })
    .onConflict((oc) => oc.columns(["companyId", "ownerLevel", "ownerId", "key"]).doUpdateSet({ enabled: f.enabled }))
    .execute());
