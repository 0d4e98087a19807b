import type { Db } from "../db.ts";
export type AppRow = { brandedAppId: string; appIconUrl: string; appName: string };
export const findApp = async (db: Db): Promise<AppRow | undefined> =>
  await db
    .selectFrom("brandedApp")
    .select(["brandedAppId", "appIconUrl", "appName"])
    .where("companyId", "=", db.companyId)
    .executeTakeFirst();
export const saveApp = async (db: Db, row: AppRow): Promise<void> =>
  void (await db
    .insertInto("brandedApp")
    .values({ ...row, companyId: db.companyId })
    .onConflict((oc) => oc.column("companyId").doUpdateSet(row))
    .execute());
export const removeApp = async (db: Db): Promise<void> =>
  void (await db.deleteFrom("brandedApp").where("companyId", "=", db.companyId).execute());
