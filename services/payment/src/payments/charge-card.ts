import type { Ctx } from "@leashline/kit";
import { query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type CardProvider, Declined, type Intent, type NewIntent, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { noted, refOfPayment } from "../provider/provider-ref.ts";
import { findPayment, type PaymentRow } from "./payment.store.ts";

// The same payment always asks for the same intent, so asking again finds it rather than making another.
export function intentOf(row: PaymentRow): NewIntent {
  return {
    key: `ll-intent-${refOfPayment(row)}`,
    amount: BigInt(row.amount),
    currency: row.currency,
    paymentMethod: row.paymentMethodToken,
    customer: row.providerCustomer,
    saveCard: row.saveCard,
    description: `Order ${row.orderId}`,
    metadata: metadataOf(row),
  };
}

type Named = Pick<PaymentRow, "companyId" | "businessId" | "orderId" | "paymentId" | "providerRef">;

export const metadataOf = (row: Named): Record<string, string> => ({
  company_id: row.companyId,
  business_id: row.businessId,
  order_id: row.orderId,
  payment_id: row.paymentId,
  ...noted("payment_ref", row.providerRef),
});

const nothingTaken = (error: Refused | Declined): Intent => ({
  id: "",
  state: "declined",
  currency: "",
  amount: 0n,
  received: 0n,
  fee: 0n,
  paymentMethod: "",
  card: null,
  clientSecret: "",
  consentUrl: "",
  failureCode: error.code,
  failureMessage: error.message,
  metadata: {},
});

async function confirmed(ctx: Ctx, provider: CardProvider, intent: Intent, row: PaymentRow): Promise<Intent> {
  try {
    const key = `ll-confirm-${refOfPayment(row)}`;
    return await provider.confirmIntent(intent.id, { key, offSession: row.offSession, returnUrl: ctx.runtime.config.publicUrl });
  } catch (error) {
    if (error instanceof Declined) return error.intent ?? { ...nothingTaken(error), id: intent.id };
    if (error instanceof Refused) return await provider.getIntent(intent.id);
    throw error;
  }
}

// Takes the money of a card payment. Answers what the provider says, or null when nobody knows yet.
export async function chargeCard(ctx: Ctx, row: PaymentRow): Promise<Intent | null> {
  const provider = cardProvider(ctx);
  try {
    const intent = await provider.createIntent(intentOf(row));
    return await confirmed(ctx, provider, intent, row);
  } catch (error) {
    if (error instanceof Refused || error instanceof Declined) return nothingTaken(error);
    if (error instanceof OutcomeUnknown) return null;
    throw error;
  }
}

export const isOver = (row: { state: string }): boolean => row.state === "completed" || row.state === "failed";

// What to give up: an intent nobody confirmed, or one whose holder has not consented.
export type GiveUp = { unconfirmed: boolean; waiting: boolean };

// Asks what became of a card payment without taking anything. One that was never confirmed, or waits for a consent that
// does not come, is given up at the provider first, so that it cannot succeed afterwards.
export async function askIntent(ctx: Ctx, row: PaymentRow, giveUp: GiveUp): Promise<Intent> {
  const provider = cardProvider(ctx);
  const known = row.intentId ? await provider.getIntent(row.intentId) : await foundIntent(provider, row);
  if (known.state === "unconfirmed" && giveUp.unconfirmed && known.id) return await provider.cancelIntent(known.id);
  if (known.state === "requires_action" && giveUp.waiting) return await provider.cancelIntent(known.id);
  return known;
}

async function foundIntent(provider: CardProvider, row: PaymentRow): Promise<Intent> {
  try {
    const made = await provider.createIntent(intentOf(row));
    return await provider.getIntent(made.id);
  } catch (error) {
    if (error instanceof Refused || error instanceof Declined) return nothingTaken(error);
    throw error;
  }
}

export const readPayment = (ctx: Ctx, paymentId: string) => query(ctx, (db) => findPayment(db, paymentId));
