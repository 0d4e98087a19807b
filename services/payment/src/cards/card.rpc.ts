import { type Ctx, fail, implement, mustExist, mustHaveClients, todayIn } from "@leashline/kit";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { command, query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Declined, Refused, type SavedCard } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { authenticateCard } from "./authenticate-card.ts";
import { toCard } from "./card.mapper.ts";
import { findCard, listCards, makeDefault, softDelete } from "./card.store.ts";
import { emitChanged, keepCard, logged, notifyChanged } from "./keep-card.ts";
import { findProviderCustomer } from "./provider-customer.store.ts";
import { providerCustomer } from "./provider-customer.ts";

const today = (ctx: Ctx): string => todayIn(ctx.caller.zone);

async function attached(ctx: Ctx, customerId: string, token: string): Promise<SavedCard> {
  await mustHaveClients(ctx, [customerId]);
  const customer = await providerCustomer(ctx, customerId);
  const key = ctx.idempotencyKey ? `ll-attach-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId;
  try {
    return await cardProvider(ctx).attachCard(customer, token, key);
  } catch (error) {
    if (error instanceof Declined || error instanceof Refused) {
      throw fail("PAYMENT_DECLINED", { message: error.message, field: "chargeToken", facts: { failureCode: error.code } });
    }
    return unavailable(error);
  }
}

export const cardRpc = implement(CardService, {
  async createProviderCustomer({ customerId }, ctx) {
    await mustHaveClients(ctx, [customerId]);
    return { providerCustomerId: await providerCustomer(ctx, customerId) };
  },

  async getProviderCustomer({ customerId }, ctx) {
    return await query(ctx, async (db) => {
      const cards = (await listCards(db, customerId)).map((row) => toCard(row, today(ctx)));
      return { providerCustomerId: (await findProviderCustomer(db, customerId))?.providerId ?? "", cards };
    });
  },

  async authenticateCard(req, ctx) {
    const { row, setup } = await authenticateCard(ctx, req);
    return { card: toCard(row, today(ctx)), consentUrl: setup.consentUrl, setupId: setup.id };
  },

  async listCards(req, ctx) {
    const rows = await query(ctx, (db) => listCards(db, req.customerId));
    return { cards: rows.map((row) => toCard(row, today(ctx))) };
  },

  async attachCard(req, ctx) {
    const card = await attached(ctx, req.customerId, req.chargeToken);
    return await command(ctx, async (tx) => {
      return { card: toCard(await keepCard(tx, req.customerId, card, req.isDefault), today(ctx)) };
    });
  },

  async setDefaultCard(req, ctx) {
    return await command(ctx, async (tx) => {
      const row = mustExist(await makeDefault(tx, req.customerId, req.cardId), "cardId");
      notifyChanged(tx, req.customerId);
      return { card: toCard(row, today(ctx)) };
    });
  },

  async deleteCard(req, ctx) {
    const found = await query(ctx, (db) => findCard(db, req.cardId));
    const card = req.customerId === "0" || found?.customerId === req.customerId ? found : null;
    if (card) await cardProvider(ctx).detachCard(card.providerId).catch(unavailable);
    return await command(ctx, async (tx) => {
      if (!card) throw fail("NOT_FOUND", { field: "cardId" });
      await softDelete(tx, card);
      tx.log({ entity: "card", id: card.cardId, action: "delete", before: logged(card) });
      await emitChanged(tx, card.customerId);
      return {};
    });
  },
});
