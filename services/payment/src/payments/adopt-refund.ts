import type { Tx } from "@leashline/kit";
import type { DB } from "../db.gen.ts";
import type { ProviderRefund } from "../provider/provider.ts";
import { mustLockAccount } from "./account.store.ts";
import { insertRefund } from "./begin-refund.ts";
import { findPaymentByIntent, lockPayment, updatePayment } from "./payment.store.ts";
import { refundable } from "./payment.wire.ts";
import { recordRefund } from "./record.ts";

const reason = "Refunded at the card processor";

// A refund that somebody made at the processor itself: the money is gone, and the books say so as far as the payment still held it.
export async function adoptRefund(tx: Tx<DB>, refund: ProviderRefund): Promise<void> {
  const found = refund.state === "accepted" && (await findPaymentByIntent(tx.db, tx.ctx.companyId, refund.intentId));
  if (!found) return;
  await mustLockAccount(tx, found.orderId);
  const payment = await lockPayment(tx, found.paymentId);
  if (refund.amount > refundable(payment) || refund.currency !== payment.currency) return;
  const row = await insertRefund(tx, payment, { paymentId: payment.paymentId, amount: refund.amount, reason });
  await updatePayment(tx, payment.paymentId, { pendingRefunds: (BigInt(payment.pendingRefunds) + refund.amount).toString() });
  await recordRefund(tx, row.refundId, refund);
}
