import type { Insertable } from "kysely";
import type { Business, ClosedDate } from "../db.gen.ts";
import type { Db } from "../db.ts";

/** Where and in what money a business works. */
export type BusinessFacts = { readonly businessId: string; readonly zone: string; readonly currency: string };

export async function findBusiness(db: Db, businessId: string): Promise<BusinessFacts | null> {
  const row = await db
    .selectFrom("business")
    .select(["businessId", "zone", "currency"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ?? null;
}

export async function upsertBusiness(db: Db, { businessId, ...facts }: Omit<Insertable<Business>, "companyId">): Promise<void> {
  await db
    .insertInto("business")
    .values({ companyId: db.companyId, businessId, ...facts })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(facts))
    .execute();
}

export async function upsertClosedDate(db: Db, { closedDateId, ...facts }: Omit<Insertable<ClosedDate>, "companyId">): Promise<void> {
  await db
    .insertInto("closedDate")
    .values({ companyId: db.companyId, closedDateId, ...facts })
    .onConflict((conflict) => conflict.columns(["companyId", "closedDateId"]).doUpdateSet(facts))
    .execute();
}

export async function deleteClosedDate(db: Db, closedDateId: string): Promise<void> {
  await db.deleteFrom("closedDate").where("companyId", "=", db.companyId).where("closedDateId", "=", closedDateId).execute();
}
