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

/** Empty for a business that is not known here yet. */
export async function countryOf(db: Db, businessId: string): Promise<string> {
  const row = await db
    .selectFrom("business")
    .select("country")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row?.country ?? "";
}

/** Null for a business that is not known here yet. */
export async function currencyOf(db: Db, businessId: string): Promise<string | null> {
  const row = await db
    .selectFrom("business")
    .select("currency")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row?.currency || null;
}
