import { rowsOf } from "@leashline/kit";
import { usuallyIncluded } from "@leashline/proto/rules/taxes-included.ts";
import type { Db } from "../db.ts";
import { type OrderSetting, type StoredSetting, standardSetting } from "./setting.ts";

/** What the company chose, and where its first business is, in one statement. */
const stored = `select s.discount_sequence, s.best_only, s.split_method, s.taxes_included, s.version, coalesce(
    (select b.country from business b where b.company_id = $1 order by b.business_id limit 1), '') as country
  from (select) one left join order_setting s on s.company_id = $1`;

type Row = Pick<OrderSetting, "bestOnly"> & {
  discountSequence: string;
  splitMethod: string;
  taxesIncluded: boolean | null;
  version: number | null;
  country: string;
};

export async function storedSetting(db: Db): Promise<StoredSetting> {
  const [row] = await rowsOf<Row>(db, stored, [db.companyId]);
  const taxesIncluded = row?.taxesIncluded ?? usuallyIncluded(row?.country ?? "");
  if (!row || row.version === null) return { ...standardSetting, taxesIncluded };
  const { bestOnly, version } = row;
  return { bestOnly, version, ...chosen(row), taxesIncluded };
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
