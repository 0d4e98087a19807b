import { usuallyIncluded } from "@leashline/proto/rules/taxes-included.ts";
import type { Db } from "../db.ts";
import { type OrderSetting, type StoredSetting, standardSetting } from "./setting.ts";

export async function storedSetting(db: Db): Promise<StoredSetting> {
  const stored = db
    .selectFrom("orderSetting")
    .select(["discountSequence", "bestOnly", "splitMethod", "taxesIncluded", "version"])
    .where("companyId", "=", db.companyId);
  const [row, country] = await Promise.all([stored.executeTakeFirst(), countryOfCompany(db)]);
  const taxesIncluded = row?.taxesIncluded ?? usuallyIncluded(country);
  return row ? { ...row, ...chosen(row), taxesIncluded } : { ...standardSetting, taxesIncluded };
}

async function countryOfCompany(db: Db): Promise<string> {
  const first = db.selectFrom("business").select("country").where("companyId", "=", db.companyId).orderBy("businessId").limit(1);
  return (await first.executeTakeFirst())?.country ?? "";
}

const chosen = (row: { discountSequence: string; splitMethod: string }) => ({
  discountSequence: row.discountSequence as OrderSetting["discountSequence"],
  splitMethod: row.splitMethod as OrderSetting["splitMethod"],
});

export async function currentSetting(db: Db): Promise<OrderSetting> {
  const { version: _, ...setting } = await storedSetting(db);
  return setting;
}

export async function saveSetting(db: Db, setting: StoredSetting): Promise<void> {
  await db
    .insertInto("orderSetting")
    .values({ companyId: db.companyId, ...setting })
    .onConflict((oc) => oc.column("companyId").doUpdateSet(setting))
    .execute();
}
