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
  const row = await db.selectFrom("paymentSetting").selectAll().where("businessId", "=", businessId).executeTakeFirst();
  if (!row) return standardSetting;
  return {
    feePaidBy: row.feePaidBy as Setting["feePaidBy"],
    feeName: row.feeName || standardFeeName,
    onlinePercentage: row.onlinePercentage,
    onlineFixed: BigInt(row.onlineFixed),
    readerPercentage: row.readerPercentage,
    readerFixed: BigInt(row.readerFixed),
    skipTipping: row.skipTipping,
    customTipping: row.customTipping,
    primaryPayType: row.primaryPayType,
    version: row.version,
  };
}

export async function saveSetting(tx: Tx<DB>, businessId: string, setting: Setting): Promise<void> {
  const row = {
    feePaidBy: setting.feePaidBy,
    feeName: setting.feeName,
    onlinePercentage: setting.onlinePercentage,
    onlineFixed: setting.onlineFixed,
    readerPercentage: setting.readerPercentage,
    readerFixed: setting.readerFixed,
    skipTipping: setting.skipTipping,
    customTipping: setting.customTipping,
    primaryPayType: setting.primaryPayType,
    version: setting.version,
  };
  await tx.db
    .insertInto("paymentSetting")
    .values({ companyId: tx.ctx.companyId, businessId: businessId, ...row })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet(row))
    .execute();
}

export type Choices = { type: "amount" | "percentage"; low: string; medium: string; high: string };
export type SmartTip = { enable: boolean; threshold: bigint; lower: Choices; upper: Choices; version: number };

// Growth §9: 15, 20 and 25 percent.
export const standardChoices: Choices = { type: "percentage", low: "15", medium: "20", high: "25" };
export const standardSmartTip: SmartTip = { enable: false, threshold: 0n, lower: standardChoices, upper: standardChoices, version: 0 };

export async function findSmartTip(db: Kysely<DB>, businessId: string): Promise<SmartTip> {
  const row = await db.selectFrom("smartTip").selectAll().where("businessId", "=", businessId).executeTakeFirst();
  if (!row) return standardSmartTip;
  const choices = (stored: unknown): Choices => stored as Choices;
  return {
    enable: row.enable,
    threshold: BigInt(row.threshold),
    lower: choices(row.lowerChoices),
    upper: choices(row.upperChoices),
    version: row.version,
  };
}

export async function saveSmartTip(tx: Tx<DB>, businessId: string, config: SmartTip): Promise<void> {
  const row = {
    enable: config.enable,
    threshold: config.threshold,
    lowerChoices: JSON.stringify(config.lower),
    upperChoices: JSON.stringify(config.upper),
    version: config.version,
  };
  await tx.db
    .insertInto("smartTip")
    .values({ companyId: tx.ctx.companyId, businessId: businessId, ...row })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet(row))
    .execute();
}
