import { type Selectable, sql } from "kysely";
import type { DefaultSetting } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type SettingRow = Selectable<DefaultSetting>;
export type SettingValues = Partial<Record<"value1" | "value2" | "value3" | "value4" | "value5", string>>;

export async function listSettings(db: Db, businessId: string, type: number): Promise<SettingRow[]> {
  const found = db.selectFrom("defaultSetting").selectAll().where("companyId", "=", db.companyId).where("businessId", "=", businessId);
  return await (type === 0 ? found : found.where("type", "=", type)).orderBy("type").limit(1000).execute();
}

export const saveSetting = async (db: Db, businessId: string, type: number, values: SettingValues): Promise<SettingRow> =>
  await db
    .insertInto("defaultSetting")
    .values({ companyId: db.companyId, businessId, type, ...values })
    .onConflict((oc) => oc.columns(["companyId", "businessId", "type"]).doUpdateSet({ type, ...values }))
    .returningAll()
    .executeTakeFirstOrThrow();

export type Emails = { contactEmail: string; notificationEmails: string[] };
export const findEmails = async (db: Db, businessId: string): Promise<Emails | undefined> =>
  await db
    .selectFrom("business")
    .select(["contactEmail", "notificationEmails"])
    .where("companyId", "=", db.companyId)
    .where("id", "=", businessId)
    .executeTakeFirst();
export const saveEmails = async (db: Db, businessId: string, list: string[]): Promise<Emails | undefined> =>
  await db
    .updateTable("business")
    .set({ notificationEmails: list, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", businessId)
    .returning(["contactEmail", "notificationEmails"])
    .executeTakeFirst();
