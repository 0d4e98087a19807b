import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";
import type { FlagRow } from "./feature-flag.ts";

/** Flags set for the company, and for the business named. */
export const listFlags = async (db: Kysely<DB>, companyId: string, businessId: string): Promise<FlagRow[]> =>
  await db
    .selectFrom("feature_flag")
    .select(["key", "owner_level", "enabled"])
    .where("company_id", "=", companyId)
    .where("owner_id", "in", [companyId, businessId])
    .where((eb) => eb.or([eb("owner_level", "=", 3), eb.and([eb("owner_level", "=", 4), eb("owner_id", "=", businessId)])]))
    .execute();

export type FlagSetting = { key: string; enabled: boolean; ownerLevel: number; ownerId: string };
export const saveFlag = async (db: Kysely<DB>, companyId: string, f: FlagSetting): Promise<void> =>
  void (await db
    .insertInto("feature_flag")
    .values({ company_id: companyId, owner_level: f.ownerLevel, owner_id: f.ownerId, key: f.key, enabled: f.enabled })
    .onConflict((oc) => oc.columns(["company_id", "owner_level", "owner_id", "key"]).doUpdateSet({ enabled: f.enabled }))
    .execute());
