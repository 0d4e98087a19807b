import { type Ctx, ErrorCode, Refusal } from "@leashline/kit";
import { keepCard } from "../cards/keep-card.ts";
import { command } from "../db.ts";
import type { OrderUpdate } from "../ledger/order-update.ts";
import { begin, cardToAsk } from "../pre-authorisation/change-pre-auth.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import type { BookingPaymentChange, BookingPaymentRow } from "./booking-payment.store.ts";

const lost = "The card is no longer with the card provider.";

/** Puts the card on the client's file, once. */
async function filed(ctx: Ctx, row: BookingPaymentRow): Promise<string | null> {
  const { card } = await cardProvider(ctx).at(row.providerAccount).getSetup(row.intentId);
  if (!card) return null;
  const kept = { ...card, vendor: row.vendor, providerAccount: row.providerAccount, providerCustomer: row.providerCustomer };
  return await command(ctx, async (tx) => (await keepCard(tx, row.customerId, kept, false)).cardId);
}

// An appointment that has one already, or owes nothing, needs none.
const isNotNeeded = (error: unknown): boolean => error instanceof Refusal && error.code === ErrorCode.STATE_CONFLICT;

/** Puts the card on file, and has it asked for the pre-authorization that was agreed. Answers what becomes of it. */
export async function fileCard(ctx: Ctx, row: BookingPaymentRow, order: OrderUpdate | null): Promise<BookingPaymentChange> {
  const cardId = await filed(ctx, row);
  if (cardId === null) return { state: "failed", failureMessage: lost };
  if (row.kind === "pre_auth" && order) {
    const card = await cardToAsk(ctx, cardId, { customerId: row.customerId, businessId: row.businessId });
    await command(ctx, async (tx) => void (await begin(tx, order, card))).catch((error: unknown) => {
      if (!isNotNeeded(error)) throw error;
    });
  }
  return { state: "settled", cardId };
}
