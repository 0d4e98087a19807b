import type { Page } from "@leashline/kit";
import { sql } from "kysely";
import type { Condition } from "../clients/visibility.store.ts";
import type { Db } from "../db.ts";

export type Referred = { id: string; name: string; createdAt: Date };

/** The name of the client `c`, for whoever reaches them. */
const named = (reach: Condition) => sql<string>`case when ${reach} then trim(c.first_name || ' ' || c.last_name) else '' end`;

export async function referrerOf(db: Db, clientId: string, reach: Condition): Promise<Referred | undefined> {
  const { rows } = await sql<Referred>`select c.id, ${named(reach)} as name, r.created_at from client_referral r
    join client c on c.company_id = r.company_id and c.id = r.referrer_id and c.deleted_at is null
    where r.company_id = ${db.companyId} and r.client_id = ${clientId}`.execute(db);
  return rows[0];
}

/** Whom a client sent and who are still clients, the last one first. */
export async function referredBy(db: Db, referrerId: string, reach: Condition, page: Page): Promise<Referred[]> {
  const [at = "infinity", id = "0"] = page.after ?? [];
  const beyond = page.after ? sql`and (r.created_at, r.client_id) < (${at}::timestamptz, ${id}::bigint)` : sql``;
  const { rows } = await sql<Referred>`select c.id, ${named(reach)} as name, r.created_at from client_referral r
    join client c on c.company_id = r.company_id and c.id = r.client_id and c.deleted_at is null
    where r.company_id = ${db.companyId} and r.referrer_id = ${referrerId} ${beyond}
    order by r.created_at desc, r.client_id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countReferred(db: Db, referrerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from client_referral r
    join client c on c.company_id = r.company_id and c.id = r.client_id and c.deleted_at is null
    where r.company_id = ${db.companyId} and r.referrer_id = ${referrerId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whether one was sent by the other, at whatever remove. */
export async function wasSentBy(db: Db, clientId: string, by: string): Promise<boolean> {
  const { rows } = await sql`with recursive up as (
      select r.referrer_id from client_referral r where r.company_id = ${db.companyId} and r.client_id = ${clientId}
      union select r.referrer_id from client_referral r join up on r.company_id = ${db.companyId} and r.client_id = up.referrer_id)
    select 1 from up where referrer_id = ${by}`.execute(db);
  return rows.length > 0;
}

export async function setReferrer(db: Db, clientId: string, referrerId: string): Promise<void> {
  if (referrerId === "0") {
    await db.deleteFrom("clientReferral").where("companyId", "=", db.companyId).where("clientId", "=", clientId).execute();
    return;
  }
  await db
    .insertInto("clientReferral")
    .values({ companyId: db.companyId, clientId, referrerId })
    .onConflict((conflict) => conflict.columns(["companyId", "clientId"]).doUpdateSet({ referrerId, createdAt: sql`clock_timestamp()` }))
    .execute();
}
