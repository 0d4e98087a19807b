import type { Db } from "../db.ts";
import { type Choices, type FeePayer, type Setting, type SmartTip, standardFeeName, standardSetting, standardSmartTip } from "./setting.ts";

export async function findSetting(db: Db, businessId: string): Promise<Setting> {
  const row = await db
    .selectFrom("paymentSetting")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return standardSetting;
  const { companyId: _, businessId: __, ...setting } = row;
  return {
    ...setting,
    feePaidBy: row.feePaidBy as FeePayer,
    feeName: row.feeName || standardFeeName,
    onlineFixed: BigInt(row.onlineFixed),
    readerFixed: BigInt(row.readerFixed),
  };
}

export async function saveSetting(db: Db, businessId: string, setting: Setting): Promise<void> {
  await db
    .insertInto("paymentSetting")
    .values({ companyId: db.companyId, businessId, ...setting })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet(setting))
    .execute();
}

export async function findSmartTip(db: Db, businessId: string): Promise<SmartTip> {
  const row = await db
    .selectFrom("smartTip")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return standardSmartTip;
  return {
    enable: row.enable,
    threshold: BigInt(row.threshold),
    lower: row.lowerChoices as Choices,
    upper: row.upperChoices as Choices,
    version: row.version,
  };
}

export async function saveSmartTip(db: Db, businessId: string, { lower, upper, ...config }: SmartTip): Promise<void> {
  const row = { ...config, lowerChoices: JSON.stringify(lower), upperChoices: JSON.stringify(upper) };
  await db
    .insertInto("smartTip")
    .values({ companyId: db.companyId, businessId, ...row })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet(row))
    .execute();
}
