import { type Ctx, fail, mustHaveClients } from "@leashline/kit";
import { command } from "../db.ts";
import { AccountClosed, Declined, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { providerCustomer } from "../provider-customers/provider-customer.ts";
import { keptAt } from "../settings/till.ts";
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

/** Into an account at Square that is not connected nobody is let: the card is charged from here no more either way. */
async function forgotten(ctx: Ctx, card: CardRow): Promise<void> {
  await chargingAccount(ctx, card)
    .detachCard(card.providerId)
    .catch((error: unknown) => {
      if (!(error instanceof AccountClosed && isAtSquare(card))) unavailable(error);
    });
}

/** Takes a card off the file, here and at its provider. Null, a card that is not the client's or is gone: 404, but for a repeated call, which has its first answer. */
export async function removeCard(ctx: Ctx, card: CardRow | null): Promise<Record<string, never>> {
  if (card) await forgotten(ctx, card);
  return await command(ctx, async (tx) => {
    if (!card) throw fail("NOT_FOUND", { field: "cardId" });
    await softDelete(tx, card);
    tx.log({ entity: "card", id: card.cardId, action: "delete", before: logged(card) });
    await emitChanged(tx, card.customerId);
    return {};
  });
}
