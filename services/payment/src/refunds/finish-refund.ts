import { type Ctx, fail } from "@leashline/kit";
import { command, query } from "../db.ts";
import { findPayment, type PaymentRow, type RefundRow } from "../payments/payment.store.ts";
import { chargedOf } from "../payments/payment.ts";
import { type ChargingAccount, Declined, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { isOfRefund, noteOfRefund, refOfRefund } from "../provider/provider-note.ts";
import { chargingAccount } from "../square-account/charging-account.ts";
import { type RefundOutcome, recordRefund } from "./record-refund.ts";
import { findRefund } from "./refund.store.ts";

// Asks the provider first whether it has this refund; if not, asks for it under the key it always had.
async function atProvider(provider: ChargingAccount, payment: PaymentRow, row: RefundRow, askFirst: boolean): Promise<RefundOutcome> {
  const intentId = payment.intentId ?? "";
  const known = askFirst ? (await provider.refundsOf(intentId)).find((r) => isOfRefund(r.metadata, row)) : undefined;
  if (known) return known;
  return await provider.refund({
    key: `ll-refund-${refOfRefund(row)}`,
    intentId,
    amount: chargedOf(row),
    currency: payment.currency,
    metadata: noteOfRefund(payment, row),
  });
}

async function outcomeOf(ctx: Ctx, payment: PaymentRow, row: RefundRow, askFirst: boolean): Promise<RefundOutcome | null> {
  try {
    return await atProvider(chargingAccount(ctx, payment), payment, row, askFirst);
  } catch (error) {
    if (error instanceof OutcomeUnknown) return null;
    if (error instanceof Refused || error instanceof Declined) return { state: "failed", id: "", failureMessage: error.message };
    throw error;
  }
}

/** The second half of a card refund. Null when the provider's answer is not known. */
export async function finishRefund(
  ctx: Ctx,
  refundId: string,
  options: { askFirst?: boolean; step?: string } = {},
): Promise<RefundOutcome | null> {
  const row = await query(ctx, (db) => findRefund(db, refundId));
  const payment = row && (await query(ctx, (db) => findPayment(db, row.paymentId)));
  if (!row || !payment) throw fail("PAYMENT_NOT_FOUND");
  const outcome = await outcomeOf(ctx, payment, row, options.askFirst ?? true);
  if (!outcome) return null;
  await command(ctx, async (tx) => void (await recordRefund(tx, refundId, outcome)), options.step ? { step: options.step } : {});
  return outcome;
}
