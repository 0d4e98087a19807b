import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, DefaultSetting } from "../db.gen.ts";

export type SettingRow = Selectable<DefaultSetting>;
export type SettingValues = Partial<Record<"value1" | "value2" | "value3" | "value4" | "value5", string>>;

export async function listSettings(db: Kysely<DB>, companyId: string, businessId: string, type: number): Promise<SettingRow[]> {
  const found = db.selectFrom("default_setting").selectAll().where("company_id", "=", companyId).where("business_id", "=", businessId);
  return await (type === 0 ? found : found.where("type", "=", type)).orderBy("type").limit(1000).execute();
}

export const saveSetting = async (
  db: Kysely<DB>,
  companyId: string,
  businessId: string,
  type: number,
  values: SettingValues,
): Promise<SettingRow> =>
  await db
    .insertInto("default_setting")
    .values({ company_id: companyId, business_id: businessId, type, ...values })
    .onConflict((oc) => oc.columns(["company_id", "business_id", "type"]).doUpdateSet({ type, ...values }))
    .returningAll()
    .executeTakeFirstOrThrow();

export type Emails = { contact_email: string; notification_emails: string[] };
export const findEmails = async (db: Kysely<DB>, companyId: string, businessId: string): Promise<Emails | undefined> =>
  await db
    .selectFrom("business")
    .select(["contact_email", "notification_emails"])
    .where("company_id", "=", companyId)
    .where("id", "=", businessId)
    .executeTakeFirst();
export const saveEmails = async (db: Kysely<DB>, companyId: string, businessId: string, list: string[]): Promise<Emails | undefined> =>
  await db
    .updateTable("business")
    .set({ notification_emails: list, update_time: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", businessId)
    .returning(["contact_email", "notification_emails"])
    .executeTakeFirst();
