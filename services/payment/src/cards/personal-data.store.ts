import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Cards of a client that the provider still keeps. */
export const cardsAtProvider = async (db: Db, customerIds: readonly string[]) =>
  await db
    .selectFrom("card")
    .select(["cardId", "providerId", "vendor", "providerAccount"])
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", sql<string>`any(${customerIds}::bigint[])`)
    .where("deletedAt", "is", null)
    .execute();
