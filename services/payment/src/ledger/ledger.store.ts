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
  const { entry_id } = await tx.db
    .insertInto("ledger_entry")
    .values({
      company_id: companyId,
      business_id: about.businessId,
      kind: entry.kind,
      source: about.source ?? `${entry.kind}:${randomUUID()}`,
      order_id: about.orderId,
      payment_id: about.paymentId ?? "0",
      refund_id: about.refundId ?? "0",
      provider_id: about.providerId ?? "",
      business_date: about.businessDate as never,
      currency: about.currency,
    })
    .returning("entry_id")
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto("ledger_posting")
    .values(entry.postings.map((p) => ({ company_id: companyId, entry_id, account: p.account, amount: p.amount })))
    .execute();
}

export async function listEntries(db: Kysely<DB>, filter: { businessIds: readonly string[]; orderId: string }, page: Page) {
  let from = db.selectFrom("ledger_entry").selectAll().orderBy("entry_id", "desc");
  if (filter.businessIds.length > 0) from = from.where("business_id", "in", filter.businessIds);
  if (filter.orderId !== "0") from = from.where("order_id", "=", filter.orderId);
  if (page.after) from = from.where("entry_id", "<", page.after[0] ?? "0");
  const entries = await from.limit(page.size + 1).execute();
  const ids = entries.map((entry) => entry.entry_id);
  const postings = await db
    .selectFrom("ledger_posting")
    .selectAll()
    .where(sql<boolean>`entry_id = any(${ids}::bigint[])`)
    .orderBy("amount", "desc")
    .execute();
  return entries.map((entry) => ({ ...entry, postings: postings.filter((p) => p.entry_id === entry.entry_id) }));
}

export async function accountBalances(db: Kysely<DB>, businessIds: readonly string[], days: { start: string; end: string }) {
  let from = db
    .selectFrom("ledger_entry as e")
    .innerJoin("ledger_posting as p", (join) => join.onRef("p.company_id", "=", "e.company_id").onRef("p.entry_id", "=", "e.entry_id"));
  if (businessIds.length > 0) from = from.where("e.business_id", "in", businessIds);
  if (days.start) from = from.where("e.business_date", ">=", days.start as never);
  if (days.end) from = from.where("e.business_date", "<=", days.end as never);
  return await from
    .select(["p.account", "e.currency", sql<string>`sum(p.amount)`.as("amount")])
    .groupBy(["p.account", "e.currency"])
    .orderBy("p.account")
    .execute();
}
