import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";

export type AppRow = { brandedAppId: string; appIconUrl: string; appName: string };
export const findApp = async (db: Kysely<DB>, companyId: string): Promise<AppRow | undefined> =>
  await db.selectFrom("brandedApp").select(["brandedAppId", "appIconUrl", "appName"]).where("companyId", "=", companyId).executeTakeFirst();
export const saveApp = async (db: Kysely<DB>, companyId: string, row: AppRow): Promise<void> =>
  void (await db
    .insertInto("brandedApp")
    .values({ ...row, companyId })
    .onConflict((oc) => oc.column("companyId").doUpdateSet(row))
    .execute());
export const removeApp = async (db: Kysely<DB>, companyId: string): Promise<void> =>
  void (await db.deleteFrom("brandedApp").where("companyId", "=", companyId).execute());
