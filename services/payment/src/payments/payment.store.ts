import type { Page, Tx } from "@leashline/kit";
import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, Payment as PaymentTable, Refund as RefundTable } from "../db.gen.ts";
import type { MoneyKind } from "../ledger/ledger.ts";
import type { PaymentState } from "./payment.ts";

export type PaymentRow = Selectable<PaymentTable>;
export type RefundRow = Selectable<RefundTable>;
export type PaymentWithRefunds = PaymentRow & { refunds: RefundRow[] };

export const kindOf = (row: Pick<PaymentRow, "kind">): MoneyKind => row.kind as MoneyKind;
export const stateOf = (row: Pick<PaymentRow, "state">): PaymentState => row.state as PaymentState;

async function withRefunds(db: Kysely<DB>, rows: readonly PaymentRow[]): Promise<PaymentWithRefunds[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.paymentId);
  const refunds = await db
    .selectFrom("refund")
    .selectAll()
    .where(sql<boolean>`payment_id = any(${ids}::bigint[])`)
    .orderBy("refundId")
    .execute();
  return rows.map((row) => ({ ...row, refunds: refunds.filter((refund) => refund.paymentId === row.paymentId) }));
}

export async function findPayment(db: Kysely<DB>, paymentId: string): Promise<PaymentWithRefunds | null> {
  const rows = await db.selectFrom("payment").selectAll().where("paymentId", "=", paymentId).execute();
  return (await withRefunds(db, rows))[0] ?? null;
}

export async function currencyOfPayment(db: Kysely<DB>, companyId: string, paymentId: string) {
  return await db
    .selectFrom("payment")
    .select(["businessId", "currency"])
    .where("companyId", "=", companyId)
    .where("paymentId", "=", paymentId)
    .executeTakeFirst()
    .then(orNull);
}

export async function currencyOfOrder(db: Kysely<DB>, companyId: string, orderId: string) {
  return await db
    .selectFrom("orderAccount")
    .select(["businessId", "currency"])
    .where("companyId", "=", companyId)
    .where("orderId", "=", orderId)
    .executeTakeFirst()
    .then(orNull);
}

const orNull = <T>(row: T | undefined): T | null => row ?? null;

export async function lockPayment(tx: Tx<DB>, paymentId: string): Promise<PaymentRow> {
  return await tx.db.selectFrom("payment").selectAll().where("paymentId", "=", paymentId).forUpdate().executeTakeFirstOrThrow();
}

export async function lockPaymentsOf(tx: Tx<DB>, orderId: string): Promise<PaymentRow[]> {
  return await tx.db.selectFrom("payment").selectAll().where("orderId", "=", orderId).orderBy("paymentId").forUpdate().execute();
}

export async function lockRefund(tx: Tx<DB>, refundId: string): Promise<RefundRow> {
  return await tx.db.selectFrom("refund").selectAll().where("refundId", "=", refundId).forUpdate().executeTakeFirstOrThrow();
}

export async function findRefund(db: Kysely<DB>, refundId: string): Promise<RefundRow | null> {
  return (await db.selectFrom("refund").selectAll().where("refundId", "=", refundId).executeTakeFirst()) ?? null;
}

export async function findPaymentByIntent(db: Kysely<DB>, companyId: string, intentId: string): Promise<PaymentRow | null> {
  return await db
    .selectFrom("payment")
    .selectAll()
    .where("companyId", "=", companyId)
    .where("intentId", "=", intentId)
    .executeTakeFirst()
    .then(orNull);
}

// The refund that the provider knows under its id, or that has the number noted there.
export async function findRefundAtProvider(
  db: Kysely<DB>,
  by: { companyId: string; providerId: string; refundId: string },
): Promise<RefundRow | null> {
  return await db
    .selectFrom("refund")
    .selectAll()
    .where("companyId", "=", by.companyId)
    .where((eb) => eb.or([eb("providerRefundId", "=", by.providerId), eb("refundId", "=", by.refundId)]))
    .orderBy((eb) => eb("providerRefundId", "is not distinct from", by.providerId), "desc")
    .executeTakeFirst()
    .then(orNull);
}

export async function updatePayment(tx: Tx<DB>, paymentId: string, set: Partial<PaymentRow>): Promise<void> {
  await tx.db
    .updateTable("payment")
    .set(set as never)
    .where("paymentId", "=", paymentId)
    .execute();
}

export async function updateRefund(tx: Tx<DB>, refundId: string, set: Partial<RefundRow>): Promise<void> {
  await tx.db
    .updateTable("refund")
    .set(set as never)
    .where("refundId", "=", refundId)
    .execute();
}

export type PaymentFilter = {
  businessIds: readonly string[];
  orderId: string;
  customerId: string;
  vendor: string;
  method: string;
  states: readonly string[];
};

function filtered(db: Kysely<DB>, filter: PaymentFilter) {
  let from = db.selectFrom("payment");
  if (filter.orderId !== "0") from = from.where("orderId", "=", filter.orderId);
  if (filter.customerId !== "0") from = from.where("customerId", "=", filter.customerId);
  if (filter.businessIds.length > 0) from = from.where("businessId", "in", filter.businessIds);
  if (filter.vendor) from = from.where("vendor", "=", filter.vendor);
  if (filter.method) from = from.where(sql<boolean>`lower(method) = lower(${filter.method})`);
  if (filter.states.length > 0) from = from.where("state", "in", filter.states);
  return from;
}

export async function listPayments(db: Kysely<DB>, filter: PaymentFilter, page: Page): Promise<PaymentWithRefunds[]> {
  let from = filtered(db, filter).selectAll().orderBy("paymentId", "desc");
  from = page.after ? from.where("paymentId", "<", page.after[0] ?? "0") : from.offset(page.offset);
  return await withRefunds(db, await from.limit(page.size + 1).execute());
}

export async function countPayments(db: Kysely<DB>, filter: PaymentFilter): Promise<number> {
  const row = await filtered(db, filter).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

// Amounts of several currencies do not add up: those in one of them are summed.
type Sum = {
  companyId: string;
  customerId: string;
  currency: string;
  // The locations that count; null for all.
  businessIds: readonly string[] | null;
};

export async function sumPayments(db: Kysely<DB>, of: Sum) {
  let from = db.selectFrom("payment");
  if (of.businessIds) from = from.where("businessId", "=", sql<string>`any(${of.businessIds}::bigint[])`);
  return await from
    .where("companyId", "=", of.companyId)
    .where("customerId", "=", of.customerId)
    .where("currency", "=", of.currency)
    .where("state", "=", "completed")
    .select([
      sql<string>`coalesce(sum(amount), 0)`.as("paid"),
      sql<string>`coalesce(sum(refunded), 0)`.as("refunded"),
      sql<string>`count(*)`.as("payments"),
    ])
    .executeTakeFirstOrThrow();
}

// Payments and refunds whose end is not known yet.
export async function openPayments(db: Kysely<DB>) {
  return await db
    .selectFrom("payment")
    .select(["paymentId", "orderId", "state", "amount"])
    .where("state", "in", ["init", "created", "processing", "paid"])
    .execute();
}
