import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Found } from "./finance-update.ts";

export async function unreadDisputes(db: Db, businessId: string): Promise<Found> {
  const found = db
    .selectFrom("dispute")
    .select(sql<string>`count(*)`.as("count"))
    .select(sql<string>`coalesce(max(dispute_id), 0) || '.' || coalesce(sum(version), 0)`.as("mark"))
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .whereRef("readVersion", "<", "version");
  const { count, mark } = await found.executeTakeFirstOrThrow();
  return { count: Number(count), mark };
}

/** Payouts that the bank sent back. */
export async function returnedPayouts(db: Db, businessId: string): Promise<Found> {
  const found = db
    .selectFrom("payout")
    .select(sql<string>`count(*)`.as("count"))
    .select(sql<string>`coalesce(max(payout_id), 0)::text`.as("mark"))
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("state", "=", "failed");
  const { count, mark } = await found.executeTakeFirstOrThrow();
  return { count: Number(count), mark: `${mark}.${count}` };
}

/** Offers of financing that can be taken. */
export async function openOffers(db: Db, businessId: string): Promise<Found> {
  const found = db
    .selectFrom("financingOffer")
    .select(sql<string>`count(*)`.as("count"))
    .select(sql<string>`coalesce(max(extract(epoch from create_time)), 0)::text`.as("mark"))
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("status", "in", ["pre_qualified", "created"])
    .where("expireTime", ">", sql<Date>`now()`);
  const { count, mark } = await found.executeTakeFirstOrThrow();
  return { count: Number(count), mark: `${mark}.${count}` };
}

export async function dismissedMark(db: Db, businessId: string, staffId: string): Promise<string> {
  const row = await db
    .selectFrom("financeDismissal")
    .select("mark")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("staffId", "=", staffId)
    .executeTakeFirst();
  return row?.mark ?? "";
}

export async function saveDismissal(db: Db, businessId: string, staffId: string, mark: string): Promise<void> {
  await db
    .insertInto("financeDismissal")
    .values({ companyId: db.companyId, businessId, staffId, mark })
    .onConflict((oc) => oc.columns(["companyId", "businessId", "staffId"]).doUpdateSet({ mark, updateTime: sql`now()` }))
    .execute();
}
