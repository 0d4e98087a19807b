import { fromJson, toJson } from "@bufbuild/protobuf";
import { type Ctx, cut, fail, fromMoney, type Impl, implement, pageOf, toMoney } from "@leashline/kit";
import { type Payment, PaymentSchema } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { CreatePaymentRequest, ListPaymentsRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { cardChoice } from "../cards/choose-card.ts";
import { keepCardOf } from "../cards/keep-card.ts";
import { command, query } from "../db.ts";
import { chargeCard, isOver, readPayment } from "./charge-card.ts";
import { moneyOfPayments, orderIdOf } from "./money-in.ts";
import { countPayments, findPayment, listPayments, type PaymentFilter, sumPayments } from "./payment.store.ts";
import { paymentMessage, stateOfNumber } from "./payment.wire.ts";
import { recordIntent } from "./record.ts";
import { refundHandlers } from "./refund.rpc.ts";
import { settle, settlePayment } from "./settle.job.ts";
import { type Asked, askOrder, beginPayment, mayReach } from "./take-payment.ts";

export async function paymentOf(ctx: Ctx, paymentId: string): Promise<Payment> {
  const row = await query(ctx, (db) => findPayment(db, paymentId));
  if (!row || !mayReach(ctx, row.businessId)) throw fail("PAYMENT_NOT_FOUND", { field: "paymentId" });
  return paymentMessage(row);
}

// Cash and its like: one transaction, whose answer is stored under the caller's key.
async function takeNow(ctx: Ctx, asked: Asked): Promise<{ payment: Payment }> {
  return await command(ctx, async (tx) => {
    const row = await beginPayment(tx, asked);
    return { payment: paymentMessage({ ...row, refunds: [] }) };
  });
}

// A card: intent, provider, result. A repeated call finds the same intent and the same result.
async function takeByCard(ctx: Ctx, asked: Asked): Promise<{ payment: Payment }> {
  const { paymentId } = await command(ctx, async (tx) => ({ paymentId: (await beginPayment(tx, asked)).paymentId }), { step: "intent" });
  const begun = await readPayment(ctx, paymentId);
  if (!begun) throw fail("PAYMENT_NOT_FOUND");
  const intent = isOver(begun) ? null : await chargeCard(ctx, begun);
  if (!intent && !isOver(begun)) return { payment: paymentMessage(begun) };
  const stored = await command(
    ctx,
    async (tx) => {
      const row = intent ? await recordIntent(tx, paymentId, intent) : begun;
      if (isOver(row)) tx.unschedule(settlePayment, paymentId);
      return toJson(PaymentSchema, paymentMessage({ ...row, refunds: [] }));
    },
    { step: "result" },
  );
  const payment = fromJson(PaymentSchema, stored);
  const row = await readPayment(ctx, paymentId);
  if (row && intent) await keepCardOf(ctx, row, intent);
  return { payment: accepted(payment) };
}

function accepted(payment: Payment): Payment {
  if (payment.status !== 6) return payment;
  const facts = { paymentId: payment.id, failureCode: payment.failureCode };
  throw fail("PAYMENT_DECLINED", { message: payment.failureMessage, field: "paymentMethodToken", facts });
}

function filterOf(req: ListPaymentsRequest, ctx: Ctx): PaymentFilter {
  const own = ctx.caller.via === "" ? ctx.caller.businessIds : [];
  return {
    businessIds: req.businessId !== "0" ? [req.businessId] : own,
    orderId: orderIdOf(req),
    customerId: req.customerId,
    vendor: req.vendor,
    method: req.method,
    states: req.statuses.map(stateOfNumber).filter((state) => state !== undefined),
  };
}

// An order is paid for by its own client; who buys without being known may be named with the payment.
function mustBeOfClient(ofOrder: string, named: string): void {
  if (named !== "0" && ofOrder !== "0" && named !== ofOrder)
    throw fail("PAYMENT_DATA_INVALID", { field: "customerId", reason: "the order is another client's" });
}

async function create(req: CreatePaymentRequest, ctx: Ctx): Promise<{ payment: Payment }> {
  if (fromMoney(req.amount).minor <= 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  const news = await askOrder(ctx, orderIdOf(req));
  mustBeOfClient(news.customerId, req.customerId);
  const card = await cardChoice(ctx, req, news);
  return card ? await takeByCard(ctx, { req, news, card }) : await takeNow(ctx, { req, news, card: null });
}

const handlers: Impl<typeof PaymentService> = {
  ...refundHandlers,

  createPayment: create,

  getPayment: async (req, ctx) => ({ payment: await paymentOf(ctx, req.paymentId) }),

  listPayments: async (req, ctx) => {
    const filter = filterOf(req, ctx);
    const page = pageOf(req);
    const [found, total] = await query(ctx, async (db) => [await listPayments(db, filter, page), await countPayments(db, filter)] as const);
    const { rows, nextPageToken } = cut(found, page.size, (row) => [row.paymentId]);
    return { payments: rows.map(paymentMessage), nextPageToken, total };
  },

  syncPayment: async (req, ctx) => {
    await paymentOf(ctx, req.paymentId);
    await settle(ctx, req.paymentId, { waiting: req.giveUp, unconfirmed: req.giveUp });
    return { payment: await paymentOf(ctx, req.paymentId) };
  },

  sumPayments: async (req, ctx) => {
    const { currency } = ctx.caller;
    const businessIds = ctx.caller.via === "" ? ctx.caller.businessIds : null;
    const { companyId } = ctx;
    const sum = await query(ctx, (db) => sumPayments(db, { companyId, customerId: req.customerId, currency, businessIds }));
    return { paid: toMoney(sum.paid, currency), refunded: toMoney(sum.refunded, currency), payments: Number(sum.payments) };
  },
};

export const paymentRpc = implement(PaymentService, handlers, { money: moneyOfPayments });
