import { type Ctx, job } from "@leashline/kit";
import { command, query } from "../db.ts";
import { askIntent, type GiveUp } from "./charge-card.ts";
import { findPayment, type PaymentRow } from "./payment.store.ts";
import { isSettled } from "./payment.ts";
import { recordIntent } from "./record-payment.ts";
import { saveCardOf } from "./save-card.ts";
import { patience, withoutKey } from "./settling.ts";

// A holder's consent, or a card at a reader, is waited for this long.
const consentMs = 15 * 60_000;

/** Finds out from the provider what became of a payment, and records it. */
export async function settle(ctx: Ctx, paymentId: string, giveUp: GiveUp): Promise<PaymentRow | null> {
  const row = await query(ctx, (db) => findPayment(db, paymentId));
  if (!row || isSettled(row.state) || row.kind !== "card") return row;
  const intent = await askIntent(ctx, row, giveUp);
  if (intent.state === "unconfirmed") return row;
  const settled = await command(withoutKey(ctx), (tx) => recordIntent(tx, paymentId, intent));
  await saveCardOf(withoutKey(ctx), settled, intent);
  return settled;
}

export const settlePayment = job<{ paymentId: string }>("settle-payment", {
  ...patience,
  run: async (ctx, { paymentId }) => {
    const row = await query(ctx, (db) => findPayment(db, paymentId));
    if (!row) return;
    const waiting = Date.now() - row.createdAt.getTime() > consentMs;
    const settled = await settle(ctx, paymentId, { waiting, unconfirmed: waiting || row.readerId === "" });
    if (settled && !isSettled(settled.state)) throw new Error(`Payment ${paymentId} is still ${settled.state} at the provider.`);
  },
});
