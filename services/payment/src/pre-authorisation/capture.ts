import type { Ctx } from "@leashline/kit";
import { command, query } from "../db.ts";
import { captured } from "../payments/charge-card.ts";
import { findPayment, type PaymentRow } from "../payments/payment.store.ts";
import { isSettled } from "../payments/payment.ts";
import { recordIntent } from "../payments/record-payment.ts";
import { notifyOf } from "./hold.ts";
import { lockPreAuth, updatePreAuth } from "./pre-auth.store.ts";

const lost = "The bank has given up what the card held. Please take the payment another way.";

/** Takes the money and records it; what has its end already stays as it is, so this may be repeated. */
export async function capture(ctx: Ctx, ticketId: string, paymentId: string): Promise<PaymentRow | null> {
  const row = await query(ctx, (db) => findPayment(db, paymentId));
  if (!row) return row;
  const intent = isSettled(row.state) ? null : await captured(ctx, row);
  await command(
    ctx,
    async (tx) => {
      const settled = intent ? await recordIntent(tx, paymentId, { ...intent, failureMessage: intent.failureMessage || lost }) : row;
      const held = await lockPreAuth(tx.db, ticketId);
      if (!held || !isSettled(settled.state)) return;
      notifyOf(tx, held);
      if (settled.state === "failed" && held.paymentId === paymentId)
        await updatePreAuth(tx.db, held, { state: "failed", isCapture: false, paymentId: "0", failureCode: "", failureMessage: lost });
    },
    { step: "captured" },
  );
  return await query(ctx, (db) => findPayment(db, paymentId));
}
