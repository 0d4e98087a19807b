import type { Tx } from "@leashline/kit";
import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";

export type Setting = {
  feePaidBy: "business" | "client";
  feeName: string;
  onlinePercentage: string;
  onlineFixed: bigint;
  readerPercentage: string;
  readerFixed: bigint;
  skipTipping: boolean;
  customTipping: boolean;
  primaryPayType: number;
  version: number;
};

export const standardFeeName = "Fees";

// What a business has until it says otherwise: the processor's usual fees, borne by the business.
export const standardSetting: Setting = {
  feePaidBy: "business",
  feeName: standardFeeName,
  onlinePercentage: "2.9",
  onlineFixed: 30n,
  readerPercentage: "2.6",
  readerFixed: 10n,
  skipTipping: false,
  customTipping: true,
  primaryPayType: 1,
  version: 0,
};

export async function findSetting(db: Kysely<DB>, businessId: string): Promise<Setting> {
  const row = await db.selectFrom("payment_setting").selectAll().where("business_id", "=", businessId).executeTakeFirst();
  if (!row) return standardSetting;
  return {
    feePaidBy: row.fee_paid_by as Setting["feePaidBy"],
    feeName: row.fee_name || standardFeeName,
    onlinePercentage: row.online_percentage,
    onlineFixed: BigInt(row.online_fixed),
    readerPercentage: row.reader_percentage,
    readerFixed: BigInt(row.reader_fixed),
    skipTipping: row.skip_tipping,
    customTipping: row.custom_tipping,
    primaryPayType: row.primary_pay_type,
    version: row.version,
  };
}

export async function saveSetting(tx: Tx<DB>, businessId: string, setting: Setting): Promise<void> {
  const row = {
    fee_paid_by: setting.feePaidBy,
    fee_name: setting.feeName,
    online_percentage: setting.onlinePercentage,
    online_fixed: setting.onlineFixed,
    reader_percentage: setting.readerPercentage,
    reader_fixed: setting.readerFixed,
    skip_tipping: setting.skipTipping,
    custom_tipping: setting.customTipping,
    primary_pay_type: setting.primaryPayType,
    version: setting.version,
  };
  await tx.db
    .insertInto("payment_setting")
    .values({ company_id: tx.ctx.companyId, business_id: businessId, ...row })
    .onConflict((oc) => oc.columns(["company_id", "business_id"]).doUpdateSet(row))
    .execute();
}

export type Choices = { type: "amount" | "percentage"; low: string; medium: string; high: string };
export type SmartTip = { enable: boolean; threshold: bigint; lower: Choices; upper: Choices; version: number };

// Growth §9: 15, 20 and 25 percent.
export const standardChoices: Choices = { type: "percentage", low: "15", medium: "20", high: "25" };
export const standardSmartTip: SmartTip = { enable: false, threshold: 0n, lower: standardChoices, upper: standardChoices, version: 0 };

export async function findSmartTip(db: Kysely<DB>, businessId: string): Promise<SmartTip> {
  const row = await db.selectFrom("smart_tip").selectAll().where("business_id", "=", businessId).executeTakeFirst();
  if (!row) return standardSmartTip;
  const choices = (stored: unknown): Choices => stored as Choices;
  return {
    enable: row.enable,
    threshold: BigInt(row.threshold),
    lower: choices(row.lower_choices),
    upper: choices(row.upper_choices),
    version: row.version,
  };
}

export async function saveSmartTip(tx: Tx<DB>, businessId: string, config: SmartTip): Promise<void> {
  const row = {
    enable: config.enable,
    threshold: config.threshold,
    lower_choices: JSON.stringify(config.lower),
    upper_choices: JSON.stringify(config.upper),
    version: config.version,
  };
  await tx.db
    .insertInto("smart_tip")
    .values({ company_id: tx.ctx.companyId, business_id: businessId, ...row })
    .onConflict((oc) => oc.columns(["company_id", "business_id"]).doUpdateSet(row))
    .execute();
}
