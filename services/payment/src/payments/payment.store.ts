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
  const ids = rows.map((row) => row.payment_id);
  const refunds = await db
    .selectFrom("refund")
    .selectAll()
    .where(sql<boolean>`payment_id = any(${ids}::bigint[])`)
    .orderBy("refund_id")
    .execute();
  return rows.map((row) => ({ ...row, refunds: refunds.filter((refund) => refund.payment_id === row.payment_id) }));
}

export async function findPayment(db: Kysely<DB>, paymentId: string): Promise<PaymentWithRefunds | null> {
  const rows = await db.selectFrom("payment").selectAll().where("payment_id", "=", paymentId).execute();
  return (await withRefunds(db, rows))[0] ?? null;
}

export async function currencyOfPayment(db: Kysely<DB>, companyId: string, paymentId: string) {
  return await db
    .selectFrom("payment")
    .select(["business_id as businessId", "currency"])
    .where("company_id", "=", companyId)
    .where("payment_id", "=", paymentId)
    .executeTakeFirst()
    .then(orNull);
}

export async function currencyOfOrder(db: Kysely<DB>, companyId: string, orderId: string) {
  return await db
    .selectFrom("order_account")
    .select(["business_id as businessId", "currency"])
    .where("company_id", "=", companyId)
    .where("order_id", "=", orderId)
    .executeTakeFirst()
    .then(orNull);
}

const orNull = <T>(row: T | undefined): T | null => row ?? null;

export async function lockPayment(tx: Tx<DB>, paymentId: string): Promise<PaymentRow> {
  return await tx.db.selectFrom("payment").selectAll().where("payment_id", "=", paymentId).forUpdate().executeTakeFirstOrThrow();
}

export async function lockPaymentsOf(tx: Tx<DB>, orderId: string): Promise<PaymentRow[]> {
  return await tx.db.selectFrom("payment").selectAll().where("order_id", "=", orderId).orderBy("payment_id").forUpdate().execute();
}

export async function lockRefund(tx: Tx<DB>, refundId: string): Promise<RefundRow> {
  return await tx.db.selectFrom("refund").selectAll().where("refund_id", "=", refundId).forUpdate().executeTakeFirstOrThrow();
}

export async function findRefund(db: Kysely<DB>, refundId: string): Promise<RefundRow | null> {
  return (await db.selectFrom("refund").selectAll().where("refund_id", "=", refundId).executeTakeFirst()) ?? null;
}

export async function findPaymentByIntent(db: Kysely<DB>, companyId: string, intentId: string): Promise<PaymentRow | null> {
  return await db
    .selectFrom("payment")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("intent_id", "=", intentId)
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
    .where("company_id", "=", by.companyId)
    .where((eb) => eb.or([eb("provider_refund_id", "=", by.providerId), eb("refund_id", "=", by.refundId)]))
    .orderBy((eb) => eb("provider_refund_id", "is not distinct from", by.providerId), "desc")
    .executeTakeFirst()
    .then(orNull);
}

export async function updatePayment(tx: Tx<DB>, paymentId: string, set: Partial<PaymentRow>): Promise<void> {
  await tx.db
    .updateTable("payment")
    .set(set as never)
    .where("payment_id", "=", paymentId)
    .execute();
}

export async function updateRefund(tx: Tx<DB>, refundId: string, set: Partial<RefundRow>): Promise<void> {
  await tx.db
    .updateTable("refund")
    .set(set as never)
    .where("refund_id", "=", refundId)
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
  if (filter.orderId !== "0") from = from.where("order_id", "=", filter.orderId);
  if (filter.customerId !== "0") from = from.where("customer_id", "=", filter.customerId);
  if (filter.businessIds.length > 0) from = from.where("business_id", "in", filter.businessIds);
  if (filter.vendor) from = from.where("vendor", "=", filter.vendor);
  if (filter.method) from = from.where(sql<boolean>`lower(method) = lower(${filter.method})`);
  if (filter.states.length > 0) from = from.where("state", "in", filter.states);
  return from;
}

export async function listPayments(db: Kysely<DB>, filter: PaymentFilter, page: Page): Promise<PaymentWithRefunds[]> {
  let from = filtered(db, filter).selectAll().orderBy("payment_id", "desc");
  from = page.after ? from.where("payment_id", "<", page.after[0] ?? "0") : from.offset(page.offset);
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
  if (of.businessIds) from = from.where("business_id", "=", sql<string>`any(${of.businessIds}::bigint[])`);
  return await from
    .where("company_id", "=", of.companyId)
    .where("customer_id", "=", of.customerId)
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
    .select(["payment_id", "order_id", "state", "amount"])
    .where("state", "in", ["init", "created", "processing", "paid"])
    .execute();
}
