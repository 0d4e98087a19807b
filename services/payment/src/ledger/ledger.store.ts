import { randomUUID } from "node:crypto";
import type { Page, Tx } from "@leashline/kit";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Entry } from "./ledger.ts";

export type About = {
  businessId: string;
  orderId: string;
  paymentId?: string;
  refundId?: string;
  businessDate: string;
  currency: string;
  // What happened, so that it is entered once; charges are kept apart by the order's locked account instead.
  source?: string;
  // The provider's id of the dispute or payout.
  providerId?: string;
};

// Adds an entry; an entry that moves nothing is none.
export async function post(tx: Tx<DB>, entry: Entry | null, about: About): Promise<void> {
  if (!entry) return;
  const { companyId } = tx.ctx;
  const { entryId } = await tx.db
    .insertInto("ledgerEntry")
    .values({
      companyId: companyId,
      businessId: about.businessId,
      kind: entry.kind,
      source: about.source ?? `${entry.kind}:${randomUUID()}`,
      orderId: about.orderId,
      paymentId: about.paymentId ?? "0",
      refundId: about.refundId ?? "0",
      providerId: about.providerId ?? "",
      businessDate: about.businessDate as never,
      currency: about.currency,
    })
    .returning("entryId")
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto("ledgerPosting")
    .values(entry.postings.map((p) => ({ companyId: companyId, entryId, account: p.account, amount: p.amount })))
    .execute();
}

export async function listEntries(db: Kysely<DB>, filter: { businessIds: readonly string[]; orderId: string }, page: Page) {
  let from = db.selectFrom("ledgerEntry").selectAll().orderBy("entryId", "desc");
  if (filter.businessIds.length > 0) from = from.where("businessId", "in", filter.businessIds);
  if (filter.orderId !== "0") from = from.where("orderId", "=", filter.orderId);
  if (page.after) from = from.where("entryId", "<", page.after[0] ?? "0");
  const entries = await from.limit(page.size + 1).execute();
  const ids = entries.map((entry) => entry.entryId);
  const postings = await db
    .selectFrom("ledgerPosting")
    .selectAll()
    .where(sql<boolean>`entry_id = any(${ids}::bigint[])`)
    .orderBy("amount", "desc")
    .execute();
  return entries.map((entry) => ({ ...entry, postings: postings.filter((p) => p.entryId === entry.entryId) }));
}

export async function accountBalances(db: Kysely<DB>, businessIds: readonly string[], days: { start: string; end: string }) {
  let from = db
    .selectFrom("ledgerEntry as e")
    .innerJoin("ledgerPosting as p", (join) => join.onRef("p.companyId", "=", "e.companyId").onRef("p.entryId", "=", "e.entryId"));
  if (businessIds.length > 0) from = from.where("e.businessId", "in", businessIds);
  if (days.start) from = from.where("e.businessDate", ">=", days.start as never);
  if (days.end) from = from.where("e.businessDate", "<=", days.end as never);
  return await from
    .select(["p.account", "e.currency", sql<string>`sum(p.amount)`.as("amount")])
    .groupBy(["p.account", "e.currency"])
    .orderBy("p.account")
    .execute();
}
