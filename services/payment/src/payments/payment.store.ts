import { mayMove, type Page, type Tx } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Payment as PaymentTable, Refund as RefundTable } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import type { MoneyKind } from "../ledger/ledger.ts";
import { knownAs, openStates, type PaymentState, paymentMoves, type RefundEffect, type RefundState, type RefundWay } from "./payment.ts";

type Amounts =
  | "amount"
  | "tips"
  | "tipsIncluded"
  | "refunded"
  | "pendingRefunds"
  | "processingFee"
  | "convenienceFee"
  | "convenienceFeeBack"
  | "chargeTotal";

export type PaymentRow = Omit<Selectable<PaymentTable>, Amounts | "state" | "kind"> &
  Record<Amounts, bigint> & { state: PaymentState; kind: MoneyKind };
export type RefundRow = Omit<Selectable<RefundTable>, "amount" | "convenienceFee" | "state" | "effect" | "way"> & {
  amount: bigint;
  convenienceFee: bigint;
  state: RefundState;
  effect: RefundEffect;
  way: RefundWay;
};
export type PaymentWithRefunds = PaymentRow & { refunds: RefundRow[] };

export const readPayment = (row: Selectable<PaymentTable>): PaymentRow => ({
  ...row,
  amount: BigInt(row.amount),
  tips: BigInt(row.tips),
  tipsIncluded: BigInt(row.tipsIncluded),
  refunded: BigInt(row.refunded),
  pendingRefunds: BigInt(row.pendingRefunds),
  processingFee: BigInt(row.processingFee),
  convenienceFee: BigInt(row.convenienceFee),
  convenienceFeeBack: BigInt(row.convenienceFeeBack),
  chargeTotal: BigInt(row.chargeTotal),
  state: row.state as PaymentState,
  kind: row.kind as MoneyKind,
});

export const readRefund = (row: Selectable<RefundTable>): RefundRow => ({
  ...row,
  amount: BigInt(row.amount),
  convenienceFee: BigInt(row.convenienceFee),
  state: row.state as RefundState,
  effect: row.effect as RefundEffect,
  way: row.way as RefundWay,
});

const payments = (db: Db) => db.selectFrom("payment").where("companyId", "=", db.companyId);
/** Those that the provider knows: of several that are one charge, the first. */
const charges = (db: Db) => payments(db).where((eb) => eb.or([eb("chargeTotal", "=", "0"), eb("transactionId", "is", null)]));

export async function withRefunds(db: Db, rows: readonly PaymentRow[]): Promise<PaymentWithRefunds[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.paymentId);
  const refunds = await db
    .selectFrom("refund")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("paymentId", "=", sql<string>`any(${ids}::bigint[])`)
    .orderBy("refundId")
    .execute();
  const byPayment = Map.groupBy(refunds.map(readRefund), (refund) => refund.paymentId);
  return rows.map((row) => ({ ...row, refunds: byPayment.get(row.paymentId) ?? [] }));
}

export async function findPayment(db: Db, paymentId: string): Promise<PaymentWithRefunds | null> {
  const rows = await payments(db).selectAll().where("paymentId", "=", paymentId).execute();
  return (await withRefunds(db, rows.map(readPayment)))[0] ?? null;
}

export async function findPaymentByIntent(db: Db, intentId: string): Promise<PaymentRow | null> {
  const row = await charges(db).selectAll().where("intentId", "=", intentId).executeTakeFirst();
  return row ? readPayment(row) : null;
}

/** Asked of a Square Terminal under this id of Square's. */
export async function findPaymentByCheckout(db: Db, checkoutId: string): Promise<PaymentRow | null> {
  const row = await payments(db).selectAll().where("checkoutId", "=", checkoutId).executeTakeFirst();
  return row ? readPayment(row) : null;
}

/** At Square under this id, or under the one name of ours that Square has room for. */
export async function findPaymentAtSquare(db: Db, by: { intentId: string; ref: string }): Promise<PaymentRow | null> {
  const row = await charges(db)
    .selectAll()
    .where("vendor", "=", "square")
    .where((eb) => eb.or([eb("intentId", "=", by.intentId), eb("providerRef", "=", by.ref)]))
    .executeTakeFirst();
  return row ? readPayment(row) : null;
}

/** The payments that are one charge with this one, in the order in which their bills are locked; mostly it is one alone. */
export async function paymentsOfCharge(db: Db, paymentId: string): Promise<PaymentRow[]> {
  const row = readPayment(await payments(db).selectAll().where("paymentId", "=", paymentId).executeTakeFirstOrThrow());
  if (row.chargeTotal === 0n) return [row];
  const first = knownAs(row);
  const all = payments(db).where((eb) => eb.or([eb("paymentId", "=", first), eb("transactionId", "=", first)]));
  return (await all.selectAll().orderBy("orderId").execute()).map(readPayment);
}

export async function lockPayment(db: Db, paymentId: string): Promise<PaymentRow> {
  return readPayment(await payments(db).selectAll().where("paymentId", "=", paymentId).forUpdate().executeTakeFirstOrThrow());
}

export async function paymentsOfOrder(db: Db, orderId: string): Promise<PaymentRow[]> {
  return (await payments(db).selectAll().where("orderId", "=", orderId).orderBy("paymentId").limit(1_000).execute()).map(readPayment);
}

export async function lockPaymentsOf(db: Db, orderId: string): Promise<PaymentRow[]> {
  const rows = await payments(db).selectAll().where("orderId", "=", orderId).orderBy("paymentId").forUpdate().execute();
  return rows.map(readPayment);
}

export async function insertPayment(
  db: Db,
  payment: Omit<Insertable<PaymentTable>, "companyId" | "state" | "kind"> & { state: PaymentState; kind: MoneyKind },
): Promise<PaymentRow> {
  const row = await db
    .insertInto("payment")
    .values({ companyId: db.companyId, ...payment })
    .returningAll()
    .executeTakeFirstOrThrow();
  return readPayment(row);
}

export type PaymentChange = Partial<Omit<PaymentRow, "companyId" | "paymentId">>;

/** Changes a payment. Its state moves only as its table says. */
export async function updatePayment(db: Db, payment: PaymentRow, change: PaymentChange): Promise<PaymentRow> {
  const { paymentId, state } = payment;
  const next = { ...payment, ...change };
  if (!mayMove(paymentMoves, state, next.state)) throw new Error(`Payment ${paymentId} cannot go from ${state} to ${next.state}.`);
  await db.updateTable("payment").set(change).where("companyId", "=", db.companyId).where("paymentId", "=", paymentId).execute();
  return next;
}

/** How much of a payment's tips the order had asked for already. Goes with the next statement. */
export function noteTipsIncluded({ db, write }: Tx<DB>, payment: PaymentRow, tipsIncluded: bigint): PaymentRow {
  const mine = db.updateTable("payment").where("companyId", "=", db.companyId).where("paymentId", "=", payment.paymentId);
  write(mine.set({ tipsIncluded }));
  return { ...payment, tipsIncluded };
}

export type PaymentFilter = {
  /** Null for all. */
  businessIds: readonly string[] | null;
  orderId: string;
  customerId: string;
  vendor: string;
  method: string;
  states: readonly PaymentState[];
};

function filtered(db: Db, filter: PaymentFilter) {
  let from = payments(db);
  if (filter.orderId !== "0") from = from.where("orderId", "=", filter.orderId);
  if (filter.customerId !== "0") from = from.where("customerId", "=", filter.customerId);
  if (filter.businessIds) from = from.where("businessId", "=", sql<string>`any(${filter.businessIds}::bigint[])`);
  if (filter.vendor) from = from.where("vendor", "=", filter.vendor);
  if (filter.method) from = from.where(sql<boolean>`lower(method) = lower(${filter.method})`);
  if (filter.states.length > 0) from = from.where("state", "in", filter.states);
  return from;
}

export async function listPayments(db: Db, filter: PaymentFilter, page: Page): Promise<PaymentWithRefunds[]> {
  let from = filtered(db, filter).selectAll().orderBy("paymentId", "desc");
  from = page.after ? from.where("paymentId", "<", page.after[0] ?? "0") : from.offset(page.offset);
  const rows = await from.limit(page.limit).execute();
  return await withRefunds(db, rows.map(readPayment));
}

export async function countPayments(db: Db, filter: PaymentFilter): Promise<number> {
  const row = await filtered(db, filter).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

type SumOf = { customerId: string; currency: string; businessIds: readonly string[] | null };

/** Amounts of several currencies do not add up: those in one of them are summed. */
export async function sumPayments(db: Db, of: SumOf): Promise<{ paid: bigint; refunded: bigint; payments: number }> {
  let from = payments(db).where("customerId", "=", of.customerId).where("currency", "=", of.currency).where("state", "=", "completed");
  if (of.businessIds) from = from.where("businessId", "=", sql<string>`any(${of.businessIds}::bigint[])`);
  const row = await from
    .select([
      sql<string>`coalesce(sum(amount), 0)`.as("paid"),
      sql<string>`coalesce(sum(refunded), 0)`.as("refunded"),
      sql<string>`count(*)`.as("payments"),
    ])
    .executeTakeFirstOrThrow();
  return { paid: BigInt(row.paid), refunded: BigInt(row.refunded), payments: Number(row.payments) };
}

/** Payments whose end is not known yet. */
export async function openPayments(db: Db) {
  return await payments(db).select(["paymentId", "orderId", "state", "amount"]).where("state", "in", openStates).execute();
}
