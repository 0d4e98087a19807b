import { type Ctx, fail, implement, mustHaveClients } from "@leashline/kit";
import { SquareCustomerService } from "@leashline/proto/leashline/payment/v1/square_customer_service_pb.js";
import { type CardRow, findCard, listCards } from "../cards/card.store.ts";
import { attached, removeCard } from "../cards/card-at-provider.ts";
import { keepCard } from "../cards/keep-card.ts";
import { shown, shownOne } from "../cards/shown-card.ts";
import { command, query } from "../db.ts";
import { findProviderCustomer } from "../provider-customers/provider-customer.store.ts";
import { providerCustomer } from "../provider-customers/provider-customer.ts";
import { keptAt } from "../settings/till.ts";
import { accountName } from "../square/charging.ts";
import { SQUARE } from "../square/square-objects.ts";
import { isAtSquare, type MoneyAt } from "../square-account/charging-account.ts";
import { findLink } from "../square-account/link.store.ts";

/** The Square account of the caller's location, whichever provider it charges cards with. */
async function mustHaveSquare(ctx: Ctx): Promise<MoneyAt> {
  const link = await query(ctx, (db) => findLink(db, ctx.businessId));
  if (!link?.connected) throw fail("BANK_ACCOUNT_MISSING", { message: "Square is not connected at this location." });
  return { vendor: SQUARE, providerAccount: accountName(link) };
}

const keptThere = (at: MoneyAt) => (card: CardRow) => isAtSquare(card) && card.providerAccount === keptAt(at);

export const squareCustomerRpc = implement(SquareCustomerService, {
  async getSquareCustomer({ customerId }, ctx) {
    const at = await mustHaveSquare(ctx);
    return await query(ctx, async (db) => ({
      squareCustomerId: (await findProviderCustomer(db, customerId, keptAt(at)))?.providerId ?? "",
      cards: await shown(db, ctx, (await listCards(db, customerId)).filter(keptThere(at))),
    }));
  },

  async createSquareCustomer({ customerId, chargeToken, isDefault }, ctx) {
    const at = await mustHaveSquare(ctx);
    await mustHaveClients(ctx, [customerId]);
    const squareCustomerId = await providerCustomer(ctx, customerId, at);
    if (!chargeToken) return { squareCustomerId };
    const card = await attached(ctx, customerId, chargeToken, at);
    return await command(ctx, async (tx) => {
      return { squareCustomerId, card: await shownOne(tx.db, ctx, await keepCard(tx, customerId, card, isDefault)) };
    });
  },

  async deleteSquareCard({ customerId, cardId }, ctx) {
    const card = await query(ctx, (db) => findCard(db, cardId));
    return await removeCard(ctx, card?.customerId === customerId && isAtSquare(card) ? card : null);
  },
});
