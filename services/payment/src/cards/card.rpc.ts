import { type Ctx, fail, implement, mustHaveClients, todayIn, toTimestamp } from "@leashline/kit";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { command, query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Declined, Refused, type SavedCard } from "../provider/provider.ts";
import { type CardRow, findCard, insertCard, listCards, makeDefault, softDelete } from "./card.store.ts";
import { providerCustomer, unavailable } from "./choose-card.ts";

// A card is good through the last day of its month.
const isValid = (row: CardRow, today: string): boolean => {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return row.expYear > year || (row.expYear === year && row.expMonth >= month);
};

const message = (row: CardRow, today: string) => ({
  cardId: row.cardId,
  customerId: row.customerId,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.expMonth,
  expYear: row.expYear,
  funding: row.funding,
  country: row.country,
  name: row.name,
  isDefault: row.isDefault,
  isValid: isValid(row, today),
  cvcCheck: row.cvcCheck,
  createTime: toTimestamp(row.createdAt),
});

const today = (ctx: Ctx): string => todayIn(ctx.caller.zone);

async function attached(ctx: Ctx, customerId: string, token: string): Promise<SavedCard> {
  await mustHaveClients(ctx, [customerId]);
  const customer = await providerCustomer(ctx, customerId);
  try {
    return await cardProvider(ctx).attachCard(
      customer,
      token,
      ctx.idempotencyKey ? `ll-attach-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId,
    );
  } catch (error) {
    if (error instanceof Declined || error instanceof Refused) {
      throw fail("PAYMENT_DECLINED", { message: error.message, field: "chargeToken", facts: { failureCode: error.code } });
    }
    return unavailable(error);
  }
}

export const cardRpc = implement(CardService, {
  listCards: async (req, ctx) => {
    const rows = await query(ctx, (db) => listCards(db, req.customerId));
    return { cards: rows.map((row) => message(row, today(ctx))) };
  },

  attachCard: async (req, ctx) => {
    const card = await attached(ctx, req.customerId, req.chargeToken);
    return await command(ctx, async (tx) => {
      const row = await insertCard(tx, req.customerId, card, req.isDefault);
      if (!row) throw fail("PAYMENT_METHOD_INVALID", { field: "chargeToken", reason: "this card is another client's" });
      tx.log({ entity: "card", id: row.cardId, action: "create", after: { brand: row.brand, last4: row.last4 } });
      tx.notify("payment.cards", { ids: [req.customerId] });
      return { card: message(row, today(ctx)) };
    });
  },

  setDefaultCard: async (req, ctx) =>
    command(ctx, async (tx) => {
      const row = await makeDefault(tx, req.customerId, req.cardId);
      if (!row) throw fail("NOT_FOUND", { field: "cardId" });
      tx.notify("payment.cards", { ids: [req.customerId] });
      return { card: message(row, today(ctx)) };
    }),

  deleteCard: async (req, ctx) => {
    const found = await query(ctx, (db) => findCard(db, req.cardId));
    const card = req.customerId === "0" || found?.customerId === req.customerId ? found : null;
    if (card) await cardProvider(ctx).detachCard(card.providerId).catch(unavailable);
    return await command(ctx, async (tx) => {
      if (!card) throw fail("NOT_FOUND", { field: "cardId" });
      await softDelete(tx, card);
      tx.log({ entity: "card", id: card.cardId, action: "delete", before: { brand: card.brand, last4: card.last4 } });
      tx.notify("payment.cards", { ids: [card.customerId] });
      return {};
    });
  },
});
