import { mustBeCurrent, type Tx } from "@leashline/kit";
import type { Insertable } from "kysely";
import type { DB, Db } from "../../db.ts";
import type { Terms } from "./quiet.ts";

export type OfferSetting = Terms & { byItself: boolean; version: number };

/** Of a business that never said anything of it: by hand. */
export const standard: OfferSetting = {
  byItself: false,
  answerMinutes: 60,
  quietFrom: 21 * 60,
  quietTo: 8 * 60,
  cutOffMinutes: 120,
  version: 0,
};

export async function readOfferSetting(db: Db, businessId: string): Promise<OfferSetting> {
  const row = await db
    .selectFrom("offerSetting")
    .select(["byItself", "answerMinutes", "quietFrom", "quietTo", "cutOffMinutes", "version"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ?? standard;
}

export type OfferSettingChange = Partial<Omit<Insertable<DB["offerSetting"]>, "companyId" | "businessId" | "version">>;

/** Under lock, so that of two at once the later one is refused. */
export async function saveOfferSetting(tx: Tx<DB>, businessId: string, seen: number, change: OfferSettingChange) {
  tx.lock([`offer-setting:${businessId}`]);
  const before = await readOfferSetting(tx.db, businessId);
  mustBeCurrent(seen, before.version);
  const after: OfferSetting = { ...before, ...(change as Partial<OfferSetting>), version: before.version + 1 };
  await tx.db
    .insertInto("offerSetting")
    .values({ ...after, companyId: tx.ctx.companyId, businessId })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(after))
    .execute();
  return { before, after };
}
