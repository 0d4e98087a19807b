import { asTenant, type Ctx, job } from "@leashline/kit";
import { keepCardOf } from "../cards/keep-card.ts";
import { command, query } from "../db.ts";
import { askIntent, type GiveUp, isOver, readPayment } from "./charge-card.ts";
import { finishRefund } from "./finish-refund.ts";
import type { PaymentRow } from "./payment.store.ts";
import { findRefund } from "./payment.store.ts";
import { recordIntent } from "./record.ts";

// How long the call that took the payment may still be at work before the provider is asked instead.
const settleAfterMs = Number(process.env.LEASHLINE_PAYMENT_SETTLE_SECONDS ?? 20) * 1000;
// A holder's consent is waited for this long.
const consentMs = 15 * 60_000;

export const settleSoon = (): Date => new Date(Date.now() + settleAfterMs);

// A job may run again after a crash; what it records is recorded once by the payment's own state, not by a key.
const keyless = (ctx: Ctx): Ctx =>
  asTenant({ runtime: ctx.runtime }, { companyId: ctx.companyId, businessId: ctx.businessId, name: "Leashline" });

// Finds out from the provider what became of a payment, and records it.
export async function settle(ctx: Ctx, paymentId: string, giveUp: GiveUp): Promise<PaymentRow | null> {
  const row = await readPayment(ctx, paymentId);
  if (!row || isOver(row) || row.kind !== "card") return row;
  const intent = await askIntent(ctx, row, giveUp);
  if (intent.state === "unconfirmed") return row;
  const settled = await command(keyless(ctx), (tx) => recordIntent(tx, paymentId, intent));
  await keepCardOf(keyless(ctx), settled, intent);
  return settled;
}

export const settlePayment = job<{ paymentId: string }>("settle-payment", {
  attempts: 500,
  backoffSeconds: (attempt) => Math.min(60, 2 ** Math.min(attempt, 6)),
  run: async (ctx, { paymentId }) => {
    const row = await readPayment(ctx, paymentId);
    if (!row) return;
    const waiting = Date.now() - row.createdAt.getTime() > consentMs;
    const settled = await settle(ctx, paymentId, { waiting, unconfirmed: true });
    if (settled && !isOver(settled)) throw new Error(`Payment ${paymentId} is still ${settled.state} at the provider.`);
  },
});

export const settleRefund = job<{ refundId: string }>("settle-refund", {
  attempts: 500,
  backoffSeconds: (attempt) => Math.min(60, 2 ** Math.min(attempt, 6)),
  run: async (ctx, { refundId }) => {
    const refund = await query(ctx, (db) => findRefund(db, refundId));
    if (refund?.state !== "processing") return;
    const outcome = await finishRefund(keyless(ctx), refundId);
    if (!outcome) throw new Error(`What became of refund ${refundId} is not known yet.`);
  },
});
