import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";
import type { OrderSetting } from "../orders/new-order.ts";

export const standardSetting: OrderSetting & { version: number } = {
  sequence: "asGiven",
  bestOnly: false,
  splitMethod: "byRevenue",
  version: 0,
};

export async function storedSetting(db: Kysely<DB>): Promise<OrderSetting & { version: number }> {
  const row = await db.selectFrom("order_setting").selectAll().executeTakeFirst();
  if (!row) return standardSetting;
  return {
    sequence: row.discount_sequence as OrderSetting["sequence"],
    bestOnly: row.best_only,
    splitMethod: row.split_method as OrderSetting["splitMethod"],
    version: row.version,
  };
}

export async function currentSetting(db: Kysely<DB>): Promise<OrderSetting> {
  const { version: _, ...setting } = await storedSetting(db);
  return setting;
}

export async function saveSetting(db: Kysely<DB>, companyId: string, setting: OrderSetting & { version: number }): Promise<void> {
  const row = {
    discount_sequence: setting.sequence,
    best_only: setting.bestOnly,
    split_method: setting.splitMethod,
    version: setting.version,
  };
  await db
    .insertInto("order_setting")
    .values({ company_id: companyId, ...row })
    .onConflict((oc) => oc.column("company_id").doUpdateSet(row))
    .execute();
}
