import { type Ctx, job, mustExist } from "@leashline/kit";
import { command, query } from "../db.ts";
import { isByProvider } from "../ledger/ledger.ts";
import { askIntent, type GiveUp } from "./charge-card.ts";
import { findPayment, type PaymentRow } from "./payment.store.ts";
import { isSettled, knownAs } from "./payment.ts";
import { recordIntent } from "./record-payment.ts";
import { saveCardOf } from "./save-card.ts";
import { patience, withoutKey } from "./settling.ts";

// A holder's consent, or a card at a reader, is waited for this long.
const consentMs = 15 * 60_000;

/** Of several payments that are one charge, the one that the provider knows. */
export const firstOfCharge = async (ctx: Ctx, row: PaymentRow): Promise<PaymentRow> =>
  knownAs(row) === row.paymentId ? row : mustExist(await query(ctx, (db) => findPayment(db, knownAs(row))), "", "PAYMENT_NOT_FOUND");

/** Finds out from the provider what became of a payment, and records it. */
export async function settle(ctx: Ctx, paymentId: string, giveUp: GiveUp): Promise<PaymentRow | null> {
  const row = await query(ctx, (db) => findPayment(db, paymentId));
  if (!row || isSettled(row.state) || !isByProvider(row.kind)) return row;
  const intent = await askIntent(ctx, await firstOfCharge(ctx, row), giveUp);
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

// Verifying an account and the banks take days, and webhooks tell what became of it. Asked often only at first, for the case that its call was cut off.
const firstTries = 8;
const hours6 = 6 * 3_600;
const verifyMs = 15 * 24 * 3_600_000;

/** The same for a bank debit, whose end is waited for much longer: a client who does not verify their account within the provider's time has given it up. */
export const followDebit = job<{ paymentId: string }>("follow-debit", {
  attempts: 500,
  backoffSeconds: (attempt) => (attempt < firstTries ? 2 ** Math.min(attempt, 6) : hours6),
  run: async (ctx, { paymentId }) => {
    const row = await query(ctx, (db) => findPayment(db, paymentId));
    if (!row) return;
    const settled = await settle(ctx, paymentId, { waiting: Date.now() - row.createdAt.getTime() > verifyMs, unconfirmed: true });
    if (settled && !isSettled(settled.state)) throw new Error(`Bank debit ${paymentId} is still ${settled.state} at the provider.`);
  },
});
