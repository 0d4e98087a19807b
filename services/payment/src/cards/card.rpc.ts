import { implement, mustExist, mustHaveClients } from "@leashline/kit";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { command, query } from "../db.ts";
import { accountForCards } from "../provider-accounts/may-take-cards.ts";
import { findProviderCustomer } from "../provider-customers/provider-customer.store.ts";
import { providerCustomer } from "../provider-customers/provider-customer.ts";
import { mustHaveFirst } from "../settings/till.ts";
import { authenticateCard } from "./authenticate-card.ts";
import { findCard, listCards, makeDefault } from "./card.store.ts";
import { attached, removeCard } from "./card-at-provider.ts";
import { keepCard, notifyChanged } from "./keep-card.ts";
import { shown, shownOne } from "./shown-card.ts";

export const cardRpc = implement(CardService, {
  async createProviderCustomer({ customerId }, ctx) {
    await mustHaveClients(ctx, [customerId]);
    return { providerCustomerId: await providerCustomer(ctx, customerId, await mustHaveFirst(ctx, ctx.businessId)) };
  },

  async getProviderCustomer({ customerId }, ctx) {
    return await query(ctx, async (db) => {
      const cards = await shown(db, ctx, await listCards(db, customerId));
      const account = (await accountForCards(db, ctx, ctx.businessId)) ?? "";
      return { providerCustomerId: (await findProviderCustomer(db, customerId, account))?.providerId ?? "", cards };
    });
  },

  async authenticateCard(req, ctx) {
    const { row, setup } = await authenticateCard(ctx, req);
    const card = await query(ctx, (db) => shownOne(db, ctx, row));
    return { card, consentUrl: setup.consentUrl, setupId: setup.id };
  },

  async listCards(req, ctx) {
    return await query(ctx, async (db) => ({ cards: await shown(db, ctx, await listCards(db, req.customerId)) }));
  },

  async attachCard(req, ctx) {
    const card = await attached(ctx, req.customerId, req.chargeToken, await mustHaveFirst(ctx, ctx.businessId));
    return await command(ctx, async (tx) => {
      return { card: await shownOne(tx.db, ctx, await keepCard(tx, req.customerId, card, req.isDefault)) };
    });
  },

  async setDefaultCard(req, ctx) {
    return await command(ctx, async (tx) => {
      const row = mustExist(await makeDefault(tx, req.customerId, req.cardId), "cardId");
      notifyChanged(tx, req.customerId);
      return { card: await shownOne(tx.db, ctx, row) };
    });
  },

  async deleteCard(req, ctx) {
    const found = await query(ctx, (db) => findCard(db, req.cardId));
    return await removeCard(ctx, req.customerId === "0" || found?.customerId === req.customerId ? found : null);
  },
});
