import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";

export type AppRow = { branded_app_id: string; app_icon_url: string; app_name: string };
export const findApp = async (db: Kysely<DB>, companyId: string): Promise<AppRow | undefined> =>
  await db
    .selectFrom("branded_app")
    .select(["branded_app_id", "app_icon_url", "app_name"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
export const saveApp = async (db: Kysely<DB>, companyId: string, row: AppRow): Promise<void> =>
  void (await db
    .insertInto("branded_app")
    .values({ ...row, company_id: companyId })
    .onConflict((oc) => oc.column("company_id").doUpdateSet(row))
    .execute());
export const removeApp = async (db: Kysely<DB>, companyId: string): Promise<void> =>
  void (await db.deleteFrom("branded_app").where("company_id", "=", companyId).execute());
