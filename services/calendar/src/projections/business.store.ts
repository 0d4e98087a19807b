import type { Db } from "../db.ts";

/** Where and in what money a business works. */
export type BusinessFacts = { readonly businessId: string; readonly zone: string; readonly currency: string };

/** Which telling of a business is the newest one that was heard here; null while there was none. */
export async function heardOfBusiness(db: Db, businessId: string): Promise<string | null> {
  const row = await db
    .selectFrom("business")
    .select("version")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row?.version ?? null;
}

export async function findBusiness(db: Db, businessId: string): Promise<BusinessFacts | null> {
  const row = await db
    .selectFrom("business")
    .select(["businessId", "zone", "currency"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ?? null;
}
