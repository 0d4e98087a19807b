import { mannerOf } from "@leashline/kit";
import type { BusinessChanged } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { Selectable } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type Business = Selectable<DB["business"]>;

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

/** Keeps a business as an event has it. Answers what was kept before. */
export async function upsertBusiness(db: Db, event: BusinessChanged): Promise<{ before: Business | undefined; zone: string }> {
  const before = await findBusiness(db, event.businessId);
  const values = {
    name: event.businessName,
    zone: event.timezoneName || "UTC",
    currency: event.currencyCode || "USD",
    country: event.countryAlpha2Code || "US",
    phone: event.phoneNumber,
    email: event.contactEmail,
    address: event.address,
    ...mannerOf(event),
  };
  await db
    .insertInto("business")
    .values({ companyId: db.companyId, businessId: event.businessId, ...values })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(values))
    .execute();
  return { before, zone: values.zone };
}
