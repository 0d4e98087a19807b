import type { Tx } from "@leashline/kit";
import { partsOfBack } from "@leashline/proto/rules/convenience-fee.ts";
import type { DB, Db } from "../db.ts";
import { mustLockAccount } from "../ledger/order-account.store.ts";
import { findPaymentByIntent, lockPayment, type PaymentRow, paymentsOfCharge, updatePayment } from "../payments/payment.store.ts";
import { mayRefund, withFee } from "../payments/payment.ts";
import type { ProviderRefund } from "../provider/provider.ts";
import { addRefund, pendingWith } from "./begin-refund.ts";
import { recordRefund } from "./record-refund.ts";

const reason = "Refunded at the card processor";

/** The payment that a refund is of. Of several that are one charge, the first that still holds so much. */
async function paymentOf(db: Db, { intentId, amount }: ProviderRefund): Promise<PaymentRow | undefined> {
  const known = await findPaymentByIntent(db, intentId);
  const all = known ? await paymentsOfCharge(db, known.paymentId) : [];
  return all.find((row) => mayRefund(row, partsOfBack(amount, withFee(row)).back)) ?? all[0];
}

/**
 * Money given back at the provider itself goes into the books like any other. More than the payment still holds does not fit there and stays a difference of
 * the sweep.
 */
export async function adoptRefund(tx: Tx<DB>, refund: ProviderRefund): Promise<void> {
  const found = refund.state === "accepted" ? await paymentOf(tx.db, refund) : undefined;
  if (!found) return;
  await mustLockAccount(tx.db, found.orderId);
  const payment = await lockPayment(tx.db, found.paymentId);
  const { back: amount, fee: convenienceFee } = partsOfBack(refund.amount, withFee(payment));
  if (refund.currency !== payment.currency || !mayRefund(payment, amount)) return;
  const row = await addRefund(tx, payment, { amount, convenienceFee, reason, effect: "lowerBill", orderLineItemId: "0", way: "original" });
  await updatePayment(tx.db, payment, pendingWith(payment, row));
  await recordRefund(tx, row.refundId, refund);
}
