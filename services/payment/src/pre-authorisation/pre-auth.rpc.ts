import { type Ctx, fail, fromMoney, implement, mustExist, mustExistFor, reachesBusiness } from "@leashline/kit";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { PreAuthorisationService } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { isOnFileById } from "../cards/card.store.ts";
import { command, type Db, query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { toPayment } from "../payments/payment.mapper.ts";
import { findPayment } from "../payments/payment.store.ts";
import { OutcomeUnknown } from "../provider/provider.ts";
import { beginCapture } from "./begin-capture.ts";
import { capture } from "./capture.ts";
import { askAgain, begin, cardToAsk, cardToRetry, giveUp, isDue } from "./change-pre-auth.ts";
import { holdNow } from "./hold.ts";
import { statusOf, toCard, toPreAuth } from "./pre-auth.mapper.ts";
import { findPreAuth, findPreAuthOfOrder, type PreAuthRow, preAuthsOf, preAuthsOfClient } from "./pre-auth.store.ts";
import { failureWords } from "./pre-auth.ts";

async function reached(ctx: Ctx, ticketId: string): Promise<PreAuthRow> {
  return mustExistFor(ctx, await query(ctx, (db) => findPreAuth(db, ticketId)), "ticketId");
}

/** As it stands once the card was asked, where its time has come. */
async function asked(ctx: Ctx, ticketId: string): Promise<PreAuthRow> {
  if (isDue(await reached(ctx, ticketId))) await holdNow(ctx, ticketId);
  return await reached(ctx, ticketId);
}

const contactClient = "contact-client";

function mustBeHeld(row: PreAuthRow): PreAuthRow {
  if (row.failureMessage === "") return row;
  const { message } = failureWords(row.failureCode, row.cardLast4, row.failureMessage);
  throw fail("PAYMENT_DECLINED", { message, field: "ticketId", facts: { failureCode: row.failureCode } });
}

async function captured(ctx: Ctx, ticketId: string, paymentId: string) {
  try {
    await capture(ctx, ticketId, paymentId);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
  }
  return mustExist(await query(ctx, (db) => findPayment(db, paymentId)), "invoiceId", "PAYMENT_NOT_FOUND");
}

export const preAuthRpc = implement(PreAuthorisationService, {
  async getPreAuth({ ticketId }, ctx) {
    const row = await query(ctx, (db) => findPreAuth(db, ticketId));
    return row ? { preAuthInfo: toPreAuth(mustExistFor(ctx, row, "ticketId")) } : {};
  },

  async batchGetPreAuths({ ticketIds }, ctx) {
    const rows = await query(ctx, (db) => preAuthsOf(db, ticketIds));
    return { preAuths: rows.filter((row) => reachesBusiness(ctx, row.businessId)).map(toPreAuth) };
  },

  async createPreAuth({ ticketId, cardId }, ctx) {
    const { order: found } = await ctx.client(OrderService).getOrderByAppointment({ appointmentId: ticketId });
    const order = await askOrder(ctx, mustExist(found, "ticketId").id);
    const card = await cardToAsk(ctx, cardId, order);
    await command(ctx, async (tx) => void (await begin(tx, order, card)), { step: "asked" });
    return { preAuthInfo: toPreAuth(await asked(ctx, ticketId)) };
  },

  async retryPreAuth({ ticketId, retryType }, ctx) {
    const row = await reached(ctx, ticketId);
    if (retryType === contactClient) return { preAuthInfo: toPreAuth(row) };
    const card = await cardToAsk(ctx, await cardToRetry(ctx, row), row);
    await command(ctx, async (tx) => void (await askAgain(tx, ticketId, card)), { step: "asked" });
    return { preAuthInfo: toPreAuth(mustBeHeld(await asked(ctx, ticketId))) };
  },

  async switchPreAuthCard({ ticketId, cardId }, ctx) {
    const card = await cardToAsk(ctx, cardId, await reached(ctx, ticketId));
    await command(ctx, async (tx) => void (await askAgain(tx, ticketId, card)), { step: "asked" });
    return { preAuthInfo: toPreAuth(await asked(ctx, ticketId)) };
  },

  async payPreAuth({ invoiceId, amount, ticketId }, ctx) {
    const order = await askOrder(ctx, invoiceId);
    const wanted = { amount: amount ? fromMoney(amount).minor : null, ticketId };
    const { paymentId } = await command(ctx, async (tx) => ({ paymentId: (await beginCapture(tx, order, wanted)).paymentId }), {
      step: "intent",
    });
    const of = (db: Db) => (ticketId === "0" ? findPreAuthOfOrder(db, invoiceId) : findPreAuth(db, ticketId));
    const held = mustExist(await query(ctx, of), "invoiceId");
    const payment = await captured(ctx, held.ticketId, paymentId);
    if (payment.state === "failed") throw fail("PAYMENT_DECLINED", { message: payment.failureMessage, field: "invoiceId" });
    return { payment: toPayment(payment), preAuthInfo: toPreAuth(await reached(ctx, held.ticketId)) };
  },

  async releasePreAuth({ ticketId }, ctx) {
    await reached(ctx, ticketId);
    return await command(ctx, async (tx) => ({ preAuthInfo: toPreAuth(await giveUp(tx, ticketId)) }));
  },

  async getPreviousPreAuthStatus({ customerId }, ctx) {
    const [last] = await query(ctx, (db) => preAuthsOfClient(db, customerId));
    return last ? { preAuthStatus: statusOf[last.state] } : {};
  },

  async getRecentPreAuthCard({ customerId }, ctx) {
    const rows = await query(ctx, (db) => preAuthsOfClient(db, customerId));
    for (const row of rows) if (await query(ctx, (db) => isOnFileById(db, row.cardId))) return { cardId: row.cardId, ...toCard(row) };
    return {};
  },
});
