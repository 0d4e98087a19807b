import { type Ctx, fail } from "@leashline/kit";
import { cardProvider } from "../provider/of-runtime.ts";
import {
  AccountClosed,
  type CardAccount,
  type ChargingAccount,
  Declined,
  type Intent,
  type NewIntent,
  OutcomeUnknown,
  Refused,
} from "../provider/provider.ts";
import { noteOfPayment, refOfPayment } from "../provider/provider-note.ts";
import { chargingAccount, isAtSquare } from "../square-account/charging-account.ts";
import type { PaymentRow } from "./payment.store.ts";
import { chargedOf, wholeCharge } from "./payment.ts";

const billsOf = ({ invoiceNumber, orderId, chargeTotal }: PaymentRow): string =>
  `${invoiceNumber === "0" ? `Order ${orderId}` : `Invoice INV-${invoiceNumber}`}${chargeTotal > 0n ? " and others" : ""}`;

// The same payment always asks for the same intent, so asking again finds it rather than making another.
export const intentOf = (row: PaymentRow): NewIntent => ({
  key: `ll-intent-${refOfPayment(row)}`,
  amount: wholeCharge(row),
  currency: row.currency,
  paymentMethod: row.paymentMethodToken,
  customer: row.providerCustomer,
  saveCard: row.saveCard,
  description: billsOf(row),
  metadata: noteOfPayment(row),
  ...(row.readerId && { readerId: row.readerId }),
  ...(row.kind === "bank" && { bank: true }),
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

async function confirmed(provider: ChargingAccount, intent: Intent, row: PaymentRow, returnUrl: string): Promise<Intent> {
  try {
    const key = `ll-confirm-${refOfPayment(row)}`;
    return await provider.confirmIntent(intent.id, {
      key,
      offSession: row.offSession,
      returnUrl,
      ...(row.kind === "bank" && { mandateAt: row.createdAt }),
    });
  } catch (error) {
    if (error instanceof Declined) return error.intent ?? { ...nothingTaken(error), id: intent.id };
    if (error instanceof Refused) return await provider.getIntent(intent.id);
    throw error;
  }
}

/** An account that takes nothing more takes nothing of this payment either. */
function mustBeOpen(error: unknown): never {
  if (error instanceof AccountClosed)
    throw new Refused(
      "This location's card account is closed, or no longer connected. Please look at Settings, Payments.",
      "account_invalid",
    );
  throw error;
}

/** Takes the money of a card payment. Answers what the provider says, or null when its answer is not known yet. A holder who must consent comes back to `returnUrl`. */
export async function chargeCard(ctx: Ctx, row: PaymentRow, returnUrl: string): Promise<Intent | null> {
  const provider = chargingAccount(ctx, row);
  try {
    const intent = await provider.createIntent(intentOf(row)).catch(mustBeOpen);
    return await confirmed(provider, intent, row, returnUrl);
  } catch (error) {
    if (error instanceof Refused || error instanceof Declined) return nothingTaken(error);
    if (error instanceof OutcomeUnknown) return null;
    throw error;
  }
}

/** What to give up: an intent nobody confirmed, or one whose holder has not consented. */
export type GiveUp = { unconfirmed: boolean; waiting: boolean };

/**
 * Asks what became of a card payment without taking anything. One that was never confirmed, or waits for a consent that does not come, is given up at the
 * provider first, so that it cannot succeed afterwards.
 */
export async function askIntent(ctx: Ctx, row: PaymentRow, giveUp: GiveUp): Promise<Intent> {
  const provider = chargingAccount(ctx, row);
  const known = row.intentId ? await knownIntent(provider, row.intentId) : await foundIntent(provider, row);
  if (known.state === "unconfirmed" && giveUp.unconfirmed && known.id) {
    if (row.readerId && !isAtSquare(row)) await freeReader(cardProvider(ctx).at(row.providerAccount), row.readerId, known.id);
    return await provider.cancelIntent(known.id);
  }
  if (known.state === "requires_action" && giveUp.waiting) return await provider.cancelIntent(known.id);
  return known;
}

/** Has a reader ask for this payment's card no more. One that is offline, or charges the card just now, is told nothing: the intent decides. */
async function freeReader(provider: CardAccount, readerId: string, intentId: string): Promise<void> {
  try {
    const { action } = await provider.getReader(readerId);
    if (action?.intentId === intentId && action.state === "in_progress") await provider.cancelReader(readerId);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** An intent the provider gave us once; 7006 where it has none such, as with the keys of another account. */
async function knownIntent(provider: ChargingAccount, intentId: string): Promise<Intent> {
  try {
    return await provider.getIntent(intentId);
  } catch (error) {
    if (error instanceof Refused && error.code === "resource_missing") throw fail("PAYMENT_INTENT_NOT_FOUND", { field: "paymentId" });
    throw error;
  }
}

async function foundIntent(provider: ChargingAccount, row: PaymentRow): Promise<Intent> {
  try {
    const made = await provider.createIntent(intentOf(row));
    return await provider.getIntent(made.id);
  } catch (error) {
    if (error instanceof Refused || error instanceof Declined) return nothingTaken(error);
    throw error;
  }
}

/** Takes what a payment's intent holds. A hold that the bank gave up, or that was captured already, says so when it is asked. */
export async function captured(ctx: Ctx, row: PaymentRow): Promise<Intent> {
  const provider = cardProvider(ctx).at(row.providerAccount);
  const intentId = row.intentId ?? "";
  try {
    return await provider.captureIntent(intentId, {
      key: `ll-capture-${refOfPayment(row)}`,
      amount: chargedOf(row),
      currency: row.currency,
      metadata: noteOfPayment(row),
    });
  } catch (error) {
    if (error instanceof Refused || error instanceof Declined) return await provider.getIntent(intentId);
    throw error;
  }
}
