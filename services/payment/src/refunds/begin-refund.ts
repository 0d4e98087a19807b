import { fail, type Tx } from "@leashline/kit";
import { feeWith } from "@leashline/proto/rules/convenience-fee.ts";
import type { DB } from "../db.ts";
import { isByProvider } from "../ledger/ledger.ts";
import { lockAccount, mustLockAccount, type StoredAccount } from "../ledger/order-account.store.ts";
import { lesserOf } from "../ledger/order-account.ts";
import { lockPaymentsOf, type PaymentRow, type RefundRow, updatePayment } from "../payments/payment.store.ts";
import { mayRefund, type RefundEffect, refundableOf, withFee } from "../payments/payment.ts";
import { settleSoon } from "../payments/settling.ts";
import { businessDay } from "../projections/business-day.ts";
import { cardStepOf, tooFine } from "../provider/card-step.ts";
import { newRef } from "../provider/provider-note.ts";
import { mustBeLetIn } from "../square-account/charging-account.ts";
import { enterRefund } from "./record-refund.ts";
import { settleRefund } from "./refund.jobs.ts";
import { insertRefund } from "./refund.store.ts";

/** Why money goes back, and what that does to the bill. */
export type RefundTerms = { reason: string; effect: RefundEffect; orderLineItemId: string };

type Part = RefundTerms & { amount: bigint; convenienceFee: bigint };

/** A payment with one more refund on its way. */
export const pendingWith = (payment: PaymentRow, { amount, convenienceFee }: Pick<Part, "amount" | "convenienceFee">) => ({
  pendingRefunds: payment.pendingRefunds + amount,
  convenienceFeeBack: payment.convenienceFeeBack + convenienceFee,
});

/** Writes a refund: one to a card goes to the provider first, any other is in the client's hands. */
export async function addRefund(tx: Tx<DB>, payment: PaymentRow, part: Part): Promise<RefundRow> {
  const atProvider = isByProvider(payment.kind);
  return await insertRefund(tx.db, {
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    ...part,
    state: atProvider ? "processing" : "created",
    recordedAt: atProvider ? null : new Date(),
    providerRef: atProvider ? newRef() : null,
    staffId: tx.ctx.caller.staffId,
    businessDate: await businessDay(tx, payment.businessId),
  });
}

async function beginOne(tx: Tx<DB>, account: StoredAccount, payment: PaymentRow, asked: Omit<Part, "convenienceFee">): Promise<RefundRow> {
  if (!mayRefund(payment, asked.amount)) throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount" });
  const step = isByProvider(payment.kind) ? cardStepOf(tx.ctx, payment.currency, payment.vendor) : 1n;
  if (asked.amount % step !== 0n) throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount", reason: tooFine(step, payment.currency) });
  await mustBeLetIn(tx.db, payment);
  const part = { ...asked, convenienceFee: feeWith(asked.amount, withFee(payment), step) };
  const refund = await addRefund(tx, payment, part);
  if (!isByProvider(payment.kind)) {
    const paid = await updatePayment(tx.db, payment, { refunded: payment.refunded + part.amount });
    await enterRefund(tx, { account, payment: paid, refund });
    return refund;
  }
  await updatePayment(tx.db, payment, pendingWith(payment, part));
  const work = { key: refund.refundId, payload: { refundId: refund.refundId }, businessId: payment.businessId };
  tx.schedule(settleRefund, { ...work, dueAt: settleSoon() });
  return refund;
}

type Asked = RefundTerms & { paymentId: string; amount: bigint | null };

/** The first half of a refund: what goes back is fixed while the order's account is locked. Cash is entered at once. */
export async function beginRefund(tx: Tx<DB>, orderId: string, { paymentId, amount, ...terms }: Asked): Promise<RefundRow> {
  const account = await mustLockAccount(tx.db, orderId);
  const payment = (await lockPaymentsOf(tx.db, orderId)).find((row) => row.paymentId === paymentId);
  if (!payment) throw fail("PAYMENT_NOT_FOUND", { field: "paymentId" });
  return await beginOne(tx, account, payment, { ...terms, amount: amount ?? refundableOf(payment) });
}

const heldBy = (payments: readonly PaymentRow[]): bigint => payments.reduce((sum, payment) => sum + refundableOf(payment), 0n);

/** An order's payments, locked after its account, and what they still hold together. */
export async function lockHeld(tx: Tx<DB>, orderId: string): Promise<{ payments: PaymentRow[]; held: bigint }> {
  const payments = (await lockAccount(tx.db, orderId)) ? await lockPaymentsOf(tx.db, orderId) : [];
  return { payments, held: heldBy(payments) };
}

/** Spreads an amount over an order's payments, the newest first; null is everything they still hold. */
export async function beginOrderRefund(tx: Tx<DB>, orderId: string, amount: bigint | null, terms: RefundTerms): Promise<RefundRow[]> {
  const { payments, held } = await lockHeld(tx, orderId);
  let left = amount ?? held;
  if (left <= 0n || left > held) throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount" });
  const refunds: RefundRow[] = [];
  for (const payment of payments.reverse()) {
    const part = lesserOf(left, refundableOf(payment));
    if (part <= 0n) continue;
    const account = await mustLockAccount(tx.db, orderId);
    refunds.push(await beginOne(tx, account, payment, { ...terms, amount: part }));
    left -= part;
  }
  return refunds;
}
