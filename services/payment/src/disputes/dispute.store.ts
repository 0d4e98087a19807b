import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { Dispute as DisputeTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import type { DisputeState, ProviderDispute } from "../provider/provider.ts";

export type DisputeRow = Omit<Selectable<DisputeTable>, "amount" | "withdrawn" | "state"> & {
  amount: bigint;
  withdrawn: bigint;
  state: DisputeState;
};

/** The dispute as the books have it, locked; made when they do not have it yet. */
export async function lockDispute(db: Db, payment: PaymentRow, dispute: ProviderDispute, businessDate: string): Promise<DisputeRow> {
  const { companyId } = db;
  await db
    .insertInto("dispute")
    .values({
      companyId,
      providerId: dispute.id,
      businessId: payment.businessId,
      orderId: payment.orderId,
      paymentId: payment.paymentId,
      currency: payment.currency,
      amount: dispute.amount,
      reason: dispute.reason,
      dueAt: dispute.dueAt,
      businessDate,
      state: "open",
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await db
    .selectFrom("dispute")
    .selectAll()
    .where("companyId", "=", companyId)
    .where("providerId", "=", dispute.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return readDispute(row);
}

const readDispute = <R extends Selectable<DisputeTable>>(row: R) => ({
  ...row,
  amount: BigInt(row.amount),
  withdrawn: BigInt(row.withdrawn),
  state: row.state as DisputeState,
});

export async function updateDispute(
  db: Db,
  row: DisputeRow,
  change: Partial<Pick<DisputeRow, "state" | "withdrawn" | "response" | "respondedAt">>,
): Promise<void> {
  await db
    .updateTable("dispute")
    .set({ ...change, version: row.version + 1 })
    .where("companyId", "=", db.companyId)
    .where("providerId", "=", row.providerId)
    .execute();
}

export type ShownDispute = DisputeRow & {
  vendor: string;
  providerAccount: string;
  customerId: string;
  cardBrand: string;
  cardLast4: string;
};
export type DisputeQuery = { businessIds: readonly string[] | null; states: readonly DisputeState[]; startDate: string; endDate: string };

// Each with its payment's client and card.
const shown = (db: Db) =>
  db
    .selectFrom("dispute as d")
    .innerJoin("payment as p", (join) => join.onRef("p.companyId", "=", "d.companyId").onRef("p.paymentId", "=", "d.paymentId"))
    .where("d.companyId", "=", db.companyId);

function asked(db: Db, { businessIds, states, startDate, endDate }: DisputeQuery) {
  const day = sql<string>`coalesce(d.business_date, d.created_at::date)`;
  let from = shown(db);
  if (businessIds) from = from.where("d.businessId", "=", sql<string>`any(${businessIds}::bigint[])`);
  if (states.length > 0) from = from.where("d.state", "in", states);
  if (startDate) from = from.where(day, ">=", startDate);
  if (endDate) from = from.where(day, "<=", endDate);
  return from;
}

const columns = ["p.vendor", "p.providerAccount", "p.customerId", "p.cardBrand", "p.cardLast4"] as const;

export async function listDisputes(db: Db, query: DisputeQuery, { after, offset, limit }: Page): Promise<ShownDispute[]> {
  const from = asked(db, query).selectAll("d").select(columns).orderBy("d.disputeId", "desc").limit(limit);
  return (await (after ? from.where("d.disputeId", "<", after[0] ?? "0") : from.offset(offset)).execute()).map(readDispute);
}

export async function countDisputes(db: Db, query: DisputeQuery): Promise<number> {
  const { n } = await asked(db, query).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(n);
}

export async function findDispute(db: Db, disputeId: string): Promise<ShownDispute | null> {
  const row = await shown(db).where("d.disputeId", "=", disputeId).selectAll("d").select(columns).executeTakeFirst();
  return row ? readDispute(row) : null;
}

/** Holds a dispute until the command is over; what was read of it before may have changed. */
export async function holdDispute(db: Db, disputeId: string): Promise<void> {
  const dispute = db.selectFrom("dispute").select("disputeId").where("companyId", "=", db.companyId).where("disputeId", "=", disputeId);
  await dispute.forUpdate().execute();
}

export async function countUnread(db: Db, businessIds: readonly string[] | null): Promise<number> {
  const all = db.selectFrom("dispute").where("companyId", "=", db.companyId).whereRef("readVersion", "<", "version");
  const some = businessIds ? all.where("businessId", "=", sql<string>`any(${businessIds}::bigint[])`) : all;
  return Number((await some.select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow()).n);
}

export async function markRead(db: Db, businessId: string): Promise<void> {
  await db
    .updateTable("dispute")
    .set({ readVersion: sql`version` })
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .whereRef("readVersion", "<", "version")
    .execute();
}
