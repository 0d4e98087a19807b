import { fail, type Tx, todayIn } from "@leashline/kit";
import type { DB } from "../db.gen.ts";
import { cardStepOf } from "../provider/of-runtime.ts";
import { newRef } from "../provider/provider-ref.ts";
import { mustLockAccount, type StoredAccount } from "./account.store.ts";
import { tooFine } from "./card-step.ts";
import { lockPaymentsOf, type PaymentRow, type RefundRow, updatePayment } from "./payment.store.ts";
import { refundable } from "./payment.wire.ts";
import { enterRefund } from "./record.ts";
import { settleRefund, settleSoon } from "./settle.job.ts";
import { zoneOf } from "./zone.ts";

export type RefundAsked = { paymentId: string; amount: bigint; reason: string };

export async function insertRefund(tx: Tx<DB>, payment: PaymentRow, asked: RefundAsked): Promise<RefundRow> {
  const isCard = payment.kind === "card";
  return await tx.db
    .insertInto("refund")
    .values({
      companyId: tx.ctx.companyId,
      paymentId: payment.paymentId,
      orderId: payment.orderId,
      amount: asked.amount,
      state: isCard ? "processing" : "created",
      recordedAt: isCard ? null : new Date(),
      providerRef: isCard ? newRef() : null,
      reason: asked.reason,
      staffId: tx.ctx.caller.staffId,
      businessDate: todayIn(await zoneOf(tx, payment.businessId)) as never,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function beginOne(tx: Tx<DB>, account: StoredAccount, payment: PaymentRow, asked: RefundAsked): Promise<RefundRow> {
  if (asked.amount <= 0n || asked.amount > refundable(payment)) throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount" });
  const step = payment.kind === "card" ? cardStepOf(tx.ctx, payment.currency) : 1n;
  if (asked.amount % step !== 0n) throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount", reason: tooFine(step, payment.currency) });
  const row = await insertRefund(tx, payment, asked);
  if (payment.kind !== "card") {
    await updatePayment(tx, payment.paymentId, { refunded: (BigInt(payment.refunded) + asked.amount).toString() });
    await enterRefund(tx, account, payment, row, row.recordedAt ?? new Date());
    return row;
  }
  await updatePayment(tx, payment.paymentId, { pendingRefunds: (BigInt(payment.pendingRefunds) + asked.amount).toString() });
  const work = { key: row.refundId, payload: { refundId: row.refundId }, businessId: payment.businessId };
  tx.schedule(settleRefund, { ...work, dueAt: settleSoon() });
  return row;
}

// The first half of a refund: what goes back is fixed while the order's account is held. Cash is entered at once.
export async function beginRefund(
  tx: Tx<DB>,
  orderId: string,
  asked: Omit<RefundAsked, "amount"> & { amount: bigint | null },
): Promise<RefundRow> {
  const account = await mustLockAccount(tx, orderId);
  const payments = await lockPaymentsOf(tx, orderId);
  const payment = payments.find((p) => p.paymentId === asked.paymentId);
  if (!payment) throw fail("PAYMENT_NOT_FOUND", { field: "paymentId" });
  return await beginOne(tx, account, payment, { ...asked, amount: asked.amount ?? refundable(payment) });
}

// Spreads an amount over an order's payments, the newest first; null is everything they still hold.
export async function beginOrderRefund(tx: Tx<DB>, orderId: string, amount: bigint | null, reason: string): Promise<RefundRow[]> {
  const payments = (await accountPayments(tx, orderId)).reverse();
  const held = payments.reduce((sum, payment) => sum + refundable(payment), 0n);
  let left = amount ?? held;
  if (left <= 0n || left > held) throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount" });
  const refunds: RefundRow[] = [];
  for (const payment of payments) {
    const part = least(left, refundable(payment));
    if (part <= 0n) continue;
    const account = await mustLockAccount(tx, orderId);
    refunds.push(await beginOne(tx, account, payment, { paymentId: payment.paymentId, amount: part, reason }));
    left -= part;
  }
  return refunds;
}

function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

async function accountPayments(tx: Tx<DB>, orderId: string): Promise<PaymentRow[]> {
  const account = await tx.db.selectFrom("orderAccount").select("orderId").where("orderId", "=", orderId).forUpdate().executeTakeFirst();
  return account ? await lockPaymentsOf(tx, orderId) : [];
}
