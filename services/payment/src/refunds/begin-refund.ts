import { fail, type Tx } from "@leashline/kit";
import { feeWith } from "@leashline/proto/rules/convenience-fee.ts";
import { lesserOf } from "@leashline/proto/rules/lesser.ts";
import type { DB } from "../db.ts";
import { isByProvider } from "../ledger/ledger.ts";
import { lockAccount, mustLockAccount, type StoredAccount } from "../ledger/order-account.store.ts";
import { lockPaymentsOf, type PaymentRow, type RefundRow, updatePayment } from "../payments/payment.store.ts";
import { kindBack, mayRefund, type RefundEffect, type RefundWay, refundableOf, wayBack, withFee } from "../payments/payment.ts";
import { settleSoon } from "../payments/settling.ts";
import { businessDay } from "../projections/business-day.ts";
import { cardStepOf, tooFine } from "../provider/card-step.ts";
import { newRef } from "../provider/provider-note.ts";
import { mustBeLetIn } from "../square-account/charging-account.ts";
import { isDisputed } from "./disputed.store.ts";
import { clientOf, enterRefund } from "./record-refund.ts";
import { settleRefund } from "./refund.jobs.ts";
import { insertRefund } from "./refund.store.ts";

/** Why money goes back, and what that does to the bill. */
export type RefundTerms = { reason: string; effect: RefundEffect; orderLineItemId: string };

/** How much goes back which way; null is everything the payment still holds. */
export type Part<Amount = bigint> = { way: RefundWay; amount: Amount };

type Fixed = RefundTerms & Part & { convenienceFee: bigint; afterRefundId?: string | null };

/** A payment with one more refund on its way. */
export const pendingWith = (payment: PaymentRow, { amount, convenienceFee }: Pick<Fixed, "amount" | "convenienceFee">) => ({
  pendingRefunds: payment.pendingRefunds + amount,
  convenienceFeeBack: payment.convenienceFeeBack + convenienceFee,
});

/** Writes a refund: one to a card goes to the provider first, and what waits for that one waits; any other is in the client's hands. */
export async function addRefund(tx: Tx<DB>, payment: PaymentRow, part: Fixed): Promise<RefundRow> {
  const atProvider = isByProvider(kindBack(payment, part.way));
  const waits = atProvider || Boolean(part.afterRefundId);
  return await insertRefund(tx.db, {
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    ...part,
    state: waits ? "processing" : "created",
    recordedAt: waits ? null : new Date(),
    providerRef: atProvider ? newRef() : null,
    staffId: tx.ctx.caller.staffId,
    businessDate: await businessDay(tx, payment.businessId),
  });
}

const invalid = (reason?: string) => fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount", ...(reason && { reason }) });

/** Answers what a fee that goes back with it must be a multiple of. */
async function mustGoBack(tx: Tx<DB>, account: StoredAccount, payment: PaymentRow, { way, amount }: Part): Promise<bigint> {
  if (!mayRefund(payment, amount)) throw invalid();
  const kind = kindBack(payment, way);
  if (kind === "credit" && clientOf(account, payment) === "0")
    throw fail("PAYMENT_DATA_INVALID", {
      field: "way",
      message: "This bill is nobody's in particular, so there is nobody to keep store credit for.",
    });
  if (kind !== payment.kind && isByProvider(payment.kind) && (await isDisputed(tx.db, payment)))
    throw fail("PAYMENT_DATA_INVALID", {
      field: "way",
      reason: "is disputed",
      message: "The client disputes this charge with their bank and may get it back there, so it cannot be given back another way.",
    });
  const step = isByProvider(payment.kind) ? cardStepOf(tx.ctx, payment.currency, payment.vendor) : 1n;
  if (!isByProvider(kind)) return step;
  if (amount % step !== 0n) throw invalid(tooFine(step, payment.currency));
  await mustBeLetIn(tx.db, payment);
  return step;
}

type Begun = { refund: RefundRow; payment: PaymentRow };

async function beginOne(tx: Tx<DB>, payment: PaymentRow, asked: RefundTerms & Part, after: RefundRow | null = null): Promise<Begun> {
  const account = await mustLockAccount(tx.db, payment.orderId);
  const step = await mustGoBack(tx, account, payment, asked);
  const part = { ...asked, way: wayBack(payment, asked.way), convenienceFee: feeWith(asked.amount, withFee(payment), step) };
  const refund = await addRefund(tx, payment, { ...part, afterRefundId: after?.refundId ?? null });
  if (refund.state === "created") {
    const refunded = payment.refunded + part.amount;
    const paid = await updatePayment(tx.db, payment, { refunded, convenienceFeeBack: pendingWith(payment, part).convenienceFeeBack });
    await enterRefund(tx, { account, payment: paid, refund });
    return { refund, payment: paid };
  }
  const pending = await updatePayment(tx.db, payment, pendingWith(payment, part));
  const work = { key: refund.refundId, payload: { refundId: refund.refundId }, businessId: payment.businessId };
  if (!after) tx.schedule(settleRefund, { ...work, dueAt: settleSoon() });
  return { refund, payment: pending };
}

type Asked = RefundTerms & { paymentId: string; parts: readonly Part<bigint | null>[] };

/**
 * The first half of a refund: what goes back is fixed while the order's account is locked. Cash is entered at once; beside a part that goes to a card it waits for
 * what becomes of that one. Answers the parts in the order in which they were asked.
 */
export async function beginRefund(tx: Tx<DB>, orderId: string, { paymentId, parts, ...terms }: Asked): Promise<RefundRow[]> {
  await mustLockAccount(tx.db, orderId);
  let payment = (await lockPaymentsOf(tx.db, orderId)).find((row) => row.paymentId === paymentId);
  if (!payment) throw fail("PAYMENT_NOT_FOUND", { field: "paymentId" });
  const { kind } = payment;
  const toCard = ({ way }: Part<bigint | null>) => isByProvider(kindBack({ kind }, way));
  const begun = new Map<Part<bigint | null>, RefundRow>();
  for (const part of [...parts.filter(toCard), ...parts.filter((one) => !toCard(one))]) {
    const after: RefundRow | undefined = begun.values().find(({ providerRef }) => providerRef !== null);
    const one: Begun = await beginOne(tx, payment, { ...terms, way: part.way, amount: part.amount ?? refundableOf(payment) }, after);
    begun.set(part, one.refund);
    payment = one.payment;
  }
  return parts.map((part) => begun.get(part)!);
}

const heldBy = (payments: readonly PaymentRow[]): bigint => payments.reduce((sum, payment) => sum + refundableOf(payment), 0n);

/** An order's payments, locked after its account, and what they still hold together. */
export async function lockHeld(tx: Tx<DB>, orderId: string): Promise<{ payments: PaymentRow[]; held: bigint }> {
  const payments = (await lockAccount(tx.db, orderId)) ? await lockPaymentsOf(tx.db, orderId) : [];
  return { payments, held: heldBy(payments) };
}

/** Spreads an amount over an order's payments, the newest first; null is everything they still hold. */
export async function beginOrderRefund(
  tx: Tx<DB>,
  orderId: string,
  { amount, way }: Part<bigint | null>,
  terms: RefundTerms,
): Promise<RefundRow[]> {
  const { payments, held } = await lockHeld(tx, orderId);
  let left = amount ?? held;
  if (left <= 0n || left > held) throw fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "amount" });
  const refunds: RefundRow[] = [];
  for (const payment of payments.reverse()) {
    const part = lesserOf(left, refundableOf(payment));
    if (part <= 0n) continue;
    refunds.push((await beginOne(tx, payment, { ...terms, way, amount: part })).refund);
    left -= part;
  }
  return refunds;
}
