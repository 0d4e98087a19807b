import type { Db } from "../db.ts";

/** The zone that decides what day money belongs to; null for a business that is not known here yet. */
export async function zoneOf(db: Db, businessId: string): Promise<string | null> {
  const row = await db
    .selectFrom("business")
    .select("zone")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row?.zone ?? null;
}

export async function upsertBusiness(db: Db, businessId: string, facts: { zone: string; currency: string }): Promise<void> {
  await db
    .insertInto("business")
    .values({ companyId: db.companyId, businessId, ...facts })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet(facts))
    .execute();
}
