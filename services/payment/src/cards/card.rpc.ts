import { type Ctx, fail, implement, mustExist, mustHaveClients, todayIn } from "@leashline/kit";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { command, type Db, query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Declined, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { accountForCards, mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { authenticateCard } from "./authenticate-card.ts";
import { toCard } from "./card.mapper.ts";
import { type CardRow, findCard, type KeptCard, listCards, makeDefault, softDelete } from "./card.store.ts";
import { emitChanged, keepCard, logged, notifyChanged } from "./keep-card.ts";
import { findProviderCustomer } from "./provider-customer.store.ts";
import { providerCustomer } from "./provider-customer.ts";

/** Cards as they are at the caller's location. */
async function shown(db: Db, ctx: Ctx, rows: readonly CardRow[]) {
  const account = (await accountForCards(db, ctx, ctx.businessId)) ?? "";
  return rows.map((row) => toCard(row, todayIn(ctx.caller.zone), account));
}
const shownOne = async (db: Db, ctx: Ctx, row: CardRow) => (await shown(db, ctx, [row]))[0]!;

async function attached(ctx: Ctx, customerId: string, token: string): Promise<KeptCard> {
  await mustHaveClients(ctx, [customerId]);
  const providerAccount = await mustTakeCards(ctx, ctx.businessId);
  const customer = await providerCustomer(ctx, customerId, providerAccount);
  const key = ctx.idempotencyKey ? `ll-attach-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId;
  try {
    return { ...(await cardProvider(ctx).at(providerAccount).attachCard(customer, token, key)), providerAccount };
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
    return { providerCustomerId: await providerCustomer(ctx, customerId, await mustTakeCards(ctx, ctx.businessId)) };
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
    const card = await attached(ctx, req.customerId, req.chargeToken);
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
    const card = req.customerId === "0" || found?.customerId === req.customerId ? found : null;
    if (card) await cardProvider(ctx).at(card.providerAccount).detachCard(card.providerId).catch(unavailable);
    return await command(ctx, async (tx) => {
      if (!card) throw fail("NOT_FOUND", { field: "cardId" });
      await softDelete(tx, card);
      tx.log({ entity: "card", id: card.cardId, action: "delete", before: logged(card) });
      await emitChanged(tx, card.customerId);
      return {};
    });
  },
});
