import { type Ctx, fail, mustHaveClients } from "@leashline/kit";
import { command } from "../db.ts";
import { AccountClosed, Declined, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { providerCustomer } from "../provider-customers/provider-customer.ts";
import { keptAt } from "../settings/till.ts";
import { squareSettingsOf } from "../square/square-settings.ts";
import { chargingAccount, isAtSquare, type MoneyAt } from "../square-account/charging-account.ts";
import { type CardRow, type KeptCard, softDelete } from "./card.store.ts";
import { emitChanged, logged } from "./keep-card.ts";

/** Has a provider keep a card for a client. */
export async function attached(ctx: Ctx, customerId: string, token: string, at: MoneyAt): Promise<KeptCard> {
  await mustHaveClients(ctx, [customerId]);
  const customer = await providerCustomer(ctx, customerId, at);
  const key = ctx.idempotencyKey ? `ll-attach-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId;
  try {
    const card = await chargingAccount(ctx, at).attachCard(customer, token, key);
    return { ...card, vendor: at.vendor, providerAccount: keptAt(at) };
  } catch (error) {
    if (error instanceof Declined || error instanceof Refused) {
      throw fail("PAYMENT_DECLINED", { message: error.message, field: "chargeToken", facts: { failureCode: error.code } });
    }
    return unavailable(error);
  }
}

/**
 * Has the provider forget a card. Into an account at Square that is not connected nobody is let, and into none while Square is not set up here: the card is
 * charged from here no more either way.
 */
export async function forgottenThere(ctx: Ctx, card: MoneyAt & Pick<CardRow, "providerId">): Promise<void> {
  if (isAtSquare(card) && squareSettingsOf(ctx) === null) return;
  try {
    await chargingAccount(ctx, card).detachCard(card.providerId);
  } catch (error) {
    if (!(error instanceof AccountClosed && isAtSquare(card))) throw error;
  }
}

/** Takes a card off the file, here and at its provider. Null, a card that is not the client's or is gone: 404, but for a repeated call, which has its first answer. */
export async function removeCard(ctx: Ctx, card: CardRow | null): Promise<Record<string, never>> {
  if (card) await forgottenThere(ctx, card).catch(unavailable);
  return await command(ctx, async (tx) => {
    if (!card) throw fail("NOT_FOUND", { field: "cardId" });
    await softDelete(tx, card);
    tx.log({ entity: "card", id: card.cardId, action: "delete", before: logged(card) });
    await emitChanged(tx, card.customerId);
    return {};
  });
}
