import { type Ctx, fail } from "@leashline/kit";
import { command, query } from "../db.ts";
import { recordDispute } from "../disputes/record-dispute.ts";
import { settle } from "../payments/payment.jobs.ts";
import { findPaymentByIntent } from "../payments/payment.store.ts";
import { recordFee } from "../payments/record-payment.ts";
import { recordPayout } from "../payouts/record-payout.ts";
import type { Fact, Intent, ProviderDispute, ProviderRefund } from "../provider/provider.ts";
import { isOfRefund, refundIdIn } from "../provider/provider-note.ts";
import { adoptRefund } from "../refunds/adopt-refund.ts";
import { recordRefund } from "../refunds/record-refund.ts";
import { findRefundAtProvider } from "../refunds/refund.store.ts";
import type { Concerned } from "./concerned.ts";

async function applyRefund(ctx: Ctx, refund: ProviderRefund): Promise<void> {
  const by = { providerId: refund.id, refundId: refundIdIn(refund.metadata) ?? "0", ref: refund.metadata.refund_ref || null };
  const found = await query(ctx, (db) => findRefundAtProvider(db, by));
  const ours = found && (found.providerRefundId === refund.id || isOfRefund(refund.metadata, found)) ? found : null;
  await command(ctx, async (tx) => {
    if (ours) await recordRefund(tx, ours.refundId, refund);
    else await adoptRefund(tx, refund);
  });
}

/** It may be told before we heard of the charge it is about: then the charge is found out first, or the provider tells it again. */
async function applyDispute(ctx: Ctx, dispute: ProviderDispute, paymentId: string): Promise<void> {
  const known = await query(ctx, (db) => findPaymentByIntent(db, dispute.intentId));
  const payment = known ?? (await settle(ctx, paymentId, { waiting: false, unconfirmed: false }));
  if (!payment) return;
  if (payment.intentId !== dispute.intentId) throw fail("PAYMENT_OUTCOME_UNKNOWN", { field: "body" });
  await command(ctx, async (tx) => recordDispute(tx, payment, dispute));
}

async function applyIntent(ctx: Ctx, intent: Intent, paymentId: string): Promise<void> {
  const row = await settle(ctx, paymentId, { waiting: false, unconfirmed: false });
  if (row?.state === "completed" && row.processingFee === 0n && intent.fee > 0n)
    await command(ctx, (tx) => recordFee(tx, paymentId, intent));
}

/** Brings what the provider says into the books. What the books cannot take stays a difference of the sweep. */
export async function applyFact(ctx: Ctx, fact: Fact, { paymentId, shares }: Concerned): Promise<void> {
  if (fact.kind === "intent") await applyIntent(ctx, fact.object, paymentId);
  if (fact.kind === "refund") await applyRefund(ctx, fact.object);
  if (fact.kind === "dispute") await applyDispute(ctx, fact.object, paymentId);
  if (fact.kind !== "payout") return;
  await command(ctx, async (tx) => {
    for (const share of shares) await recordPayout(tx, fact.object, share);
  });
}
