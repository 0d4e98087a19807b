import type { Db } from "../db.ts";
import type { KeptEntry } from "../ledger/ledger.mapper.ts";
import { type PaymentRow, readPayment } from "../payments/payment.store.ts";
import type { RefundEffect, RefundWay } from "../payments/payment.ts";

export async function paymentsAfter(db: Db, paymentId: string, size: number): Promise<PaymentRow[]> {
  const rows = await db
    .selectFrom("payment")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("state", "=", "completed")
    .where("paymentId", ">", paymentId)
    .orderBy("paymentId")
    .limit(size)
    .execute();
  return rows.map(readPayment);
}

/** Each with what its payment says of it. */
export async function refundsAfter(db: Db, refundId: string, size: number) {
  const rows = await db
    .selectFrom("refund as r")
    .innerJoin("payment as p", (join) => join.onRef("p.companyId", "=", "r.companyId").onRef("p.paymentId", "=", "r.paymentId"))
    .select([
      "r.refundId",
      "r.paymentId",
      "r.orderId",
      "r.amount",
      "r.convenienceFee",
      "r.reason",
      "r.businessDate",
      "r.recordedAt",
      "r.effect",
      "r.way",
      "r.orderLineItemId",
    ])
    .select(["p.businessId", "p.customerId", "p.currency", "p.method"])
    .where("r.companyId", "=", db.companyId)
    .where("r.state", "=", "created")
    .where("r.refundId", ">", refundId)
    .orderBy("r.refundId")
    .limit(size)
    .execute();
  return rows.map((row) => ({
    ...row,
    amount: BigInt(row.amount),
    convenienceFee: BigInt(row.convenienceFee),
    effect: row.effect as RefundEffect,
    way: row.way as RefundWay,
  }));
}

/** What was kept of deposits and given up again, entry by entry. */
export async function keptAfter(db: Db, entryId: string, size: number): Promise<KeptEntry[]> {
  const rows = await db
    .selectFrom("ledgerPosting as p")
    .innerJoin("ledgerEntry as e", (join) => join.onRef("e.companyId", "=", "p.companyId").onRef("e.entryId", "=", "p.entryId"))
    .innerJoin("orderAccount as a", (join) => join.onRef("a.companyId", "=", "e.companyId").onRef("a.orderId", "=", "e.orderId"))
    .select(["e.entryId", "e.orderId", "e.businessId", "a.customerId", "e.currency", "e.at", "e.businessDate", "p.amount"])
    .where("p.companyId", "=", db.companyId)
    .where("p.account", "=", "deposits_kept")
    .where("p.entryId", ">", entryId)
    .orderBy("p.entryId")
    .limit(size)
    .execute();
  return rows.map(({ amount, ...row }) => ({ ...row, change: -BigInt(amount) }));
}
