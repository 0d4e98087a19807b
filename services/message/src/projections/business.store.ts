import type { Selectable } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type Business = Omit<Selectable<DB["business"]>, "version">;

export async function findBusiness(db: Db, businessId: string): Promise<Business | undefined> {
  return await db
    .selectFrom("business")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
}

export async function firstBusiness(db: Db): Promise<Business | undefined> {
  return await db
    .selectFrom("business")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .orderBy("businessId")
    .limit(1)
    .executeTakeFirst();
}
