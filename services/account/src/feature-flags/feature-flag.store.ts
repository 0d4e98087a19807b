import { FeatureFlagOwnerLevel as L } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { FlagRow } from "./feature-flag.ts";

/** Flags set for the company, and for the business and the account named. */
export const listFlags = async (db: Kysely<DB>, companyId: string, businessId: string, accountId: string): Promise<FlagRow[]> =>
  await db
    .selectFrom("feature_flag")
    .select(["key", "owner_level", "enabled"])
    .where("company_id", "=", companyId)
    .where((eb) =>
      eb.or([
        eb.and([eb("owner_level", "=", L.COMPANY), eb("owner_id", "=", companyId)]),
        eb.and([eb("owner_level", "=", L.BUSINESS), eb("owner_id", "=", businessId)]),
        eb.and([eb("owner_level", "=", L.ACCOUNT), eb("owner_id", "=", accountId)]),
      ]),
    )
    .execute();

export const listEnterpriseFlags = async (db: Kysely<DB>, enterpriseId: string): Promise<FlagRow[]> =>
  (await sql<FlagRow>`select key, ${L.ENTERPRISE}::int as owner_level, enabled from enterprise_flag_list(${enterpriseId})`.execute(db))
    .rows;

/** No for anybody but an owner of the enterprise. */
export async function saveEnterpriseFlag(
  db: Kysely<DB>,
  enterpriseId: string,
  accountId: string,
  key: string,
  on: boolean,
): Promise<boolean> {
  const saved = sql<{ ok: boolean }>`select enterprise_flag_set(${enterpriseId}, ${accountId}, ${key}, ${on}) as ok`;
  return (await saved.execute(db)).rows[0]?.ok ?? false;
}

export type FlagSetting = { key: string; enabled: boolean; ownerLevel: number; ownerId: string };
export const saveFlag = async (db: Kysely<DB>, companyId: string, f: FlagSetting): Promise<void> =>
  void (await db
    .insertInto("feature_flag")
    .values({ company_id: companyId, owner_level: f.ownerLevel, owner_id: f.ownerId, key: f.key, enabled: f.enabled })
    .onConflict((oc) => oc.columns(["company_id", "owner_level", "owner_id", "key"]).doUpdateSet({ enabled: f.enabled }))
    .execute());
