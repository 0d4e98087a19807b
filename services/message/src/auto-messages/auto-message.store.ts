import type { Selectable } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { type Setting, type Template, type UseCase, withDefaults } from "./auto-message.ts";

function toSetting(row: Selectable<DB["auto_message"]>): Setting {
  return {
    useCase: row.use_case as UseCase,
    isEnabled: row.is_enabled,
    clientReceive: row.client_receive,
    daysBefore: row.days_before,
    minutesAt: row.minutes_at,
    hoursAfter: row.hours_after,
    templates: row.templates as Template[],
    version: row.version,
  };
}

/** One per use case: what the business set, else the default. */
export async function settingsIn(db: Db, companyId: string, businessId: string): Promise<Setting[]> {
  const rows = await db
    .selectFrom("auto_message")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .execute();
  return withDefaults(rows.map(toSetting));
}

export async function settingIn(db: Db, companyId: string, businessId: string, useCase: UseCase): Promise<Setting> {
  const found = (await settingsIn(db, companyId, businessId)).find((setting) => setting.useCase === useCase);
  if (!found) throw new Error(`There is no use case ${useCase}.`);
  return found;
}

export async function saveSetting(db: Db, companyId: string, businessId: string, setting: Setting): Promise<void> {
  const values = {
    is_enabled: setting.isEnabled,
    client_receive: setting.clientReceive,
    days_before: setting.daysBefore,
    minutes_at: setting.minutesAt,
    hours_after: setting.hoursAfter,
    templates: JSON.stringify(setting.templates),
    version: setting.version,
  };
  await db
    .insertInto("auto_message")
    .values({ company_id: companyId, business_id: businessId, use_case: setting.useCase, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "business_id", "use_case"]).doUpdateSet(values))
    .execute();
}
