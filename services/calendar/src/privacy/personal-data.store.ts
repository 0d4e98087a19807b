import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Every appointment of a client, the ids they had before a merge included. */
export async function visitsOf(db: Db, customerIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("appointment")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", sql<string>`any(${customerIds}::bigint[])`)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
