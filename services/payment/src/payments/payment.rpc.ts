import { businessesOf, type Ctx, can, fail, fromMoney, type Impl, listed, mustExistFor, toMoney } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { CreatePaymentRequest, ListPaymentsRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import type { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { cardChoice } from "../cards/choose-card.ts";
import { command, query } from "../db.ts";
import { tellOrder } from "../ledger/tell-order.ts";
import { type Asked, beginPayment } from "./begin-payment.ts";
import { orderIdOf, orderToPay } from "./money-in.ts";
import { settle } from "./payment.jobs.ts";
import { statesOf, toPayment } from "./payment.mapper.ts";
import { countPayments, findPayment, listPayments, type PaymentFilter, type PaymentWithRefunds, sumPayments } from "./payment.store.ts";
import { takeByCard } from "./take-by-card.ts";

/** A payment of a business the caller reaches; any other does not exist. */
export async function reachedPayment(ctx: Ctx, paymentId: string): Promise<PaymentWithRefunds> {
  return mustExistFor(ctx, await query(ctx, (db) => findPayment(db, paymentId)), "paymentId", "PAYMENT_NOT_FOUND");
}

// Cash and the like: one transaction, whose answer is stored under the caller's key.
async function takeNow(ctx: Ctx, asked: Asked): Promise<{ payment: Payment }> {
  return await command(ctx, async (tx) => ({ payment: toPayment({ ...(await beginPayment(tx, asked)), refunds: [] }) }));
}

const filterOf = (req: ListPaymentsRequest, ctx: Ctx): PaymentFilter => ({
  businessIds: businessesOf(ctx, req.businessId),
  orderId: orderIdOf(req),
  customerId: req.customerId !== "0" ? req.customerId : req.customer,
  vendor: req.vendor,
  method: req.method,
  states: statesOf(req.statuses),
});

const seesTakings = (ctx: Ctx): boolean =>
  can(ctx, Permission.VIEW_REPORTS_WORKING_LOCATIONS) || can(ctx, Permission.VIEW_REPORTS_ALL_LOCATIONS);

// An order is paid for by its own client; an order without a client may be paid for by a named one.
function mustBeOfClient(ofOrder: string, named: string): void {
  if (named !== "0" && ofOrder !== "0" && named !== ofOrder)
    throw fail("PAYMENT_DATA_INVALID", { field: "customerId", reason: "the order is another client's" });
}

async function create(req: CreatePaymentRequest, ctx: Ctx): Promise<{ payment: Payment }> {
  if (fromMoney(req.amount).minor <= 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  const order = await orderToPay(ctx, orderIdOf(req));
  mustBeOfClient(order.customerId, req.customerId);
  const card = await cardChoice(ctx, req, order);
  const taken = card ? await takeByCard(ctx, { req, order, card }) : await takeNow(ctx, { req, order, card });
  if (taken.payment.status === PaymentStatus.COMPLETED) await tellOrder(ctx, taken.payment.orderId);
  return taken;
}

/** The RPCs of payments; refunds are a room of their own. */
export const paymentHandlers: Omit<Impl<typeof PaymentService>, "refundPayment" | "refundOrder"> = {
  createPayment: create,

  getPayment: async (req, ctx) => ({ payment: toPayment(await reachedPayment(ctx, req.paymentId)) }),

  async listPayments(req, ctx) {
    const filter = filterOf(req, ctx);
    if (filter.orderId === "0" && filter.customerId === "0" && !seesTakings(ctx))
      throw fail("NO_PERMISSION", { message: "Payments of the whole shop are for who sees its reports. Name an order or a client." });
    return await query(ctx, async (db) => {
      const page = listed(req, { read: (page) => listPayments(db, filter, page), key: (row) => [row.paymentId] });
      const [{ rows, nextPageToken }, total] = await Promise.all([page, countPayments(db, filter)]);
      return { payments: rows.map(toPayment), nextPageToken, total };
    });
  },

  async syncPayment(req, ctx) {
    const before = await reachedPayment(ctx, req.paymentId);
    if (req.giveUp && before.state === "completed") throw fail("PAYMENT_ALREADY_SETTLED", { field: "paymentId" });
    await settle(ctx, req.paymentId, { waiting: req.giveUp, unconfirmed: req.giveUp });
    return { payment: toPayment(await reachedPayment(ctx, req.paymentId)) };
  },

  async sumPayments(req, ctx) {
    const { currency } = ctx.caller;
    const businessIds = businessesOf(ctx, "0");
    const sum = await query(ctx, (db) => sumPayments(db, { customerId: req.customerId, currency, businessIds }));
    return { paid: toMoney(sum.paid, currency), refunded: toMoney(sum.refunded, currency), payments: sum.payments };
  },
};
