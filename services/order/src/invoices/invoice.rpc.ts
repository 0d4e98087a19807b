import { type Ctx, fromMoney, implement, mustExist, mustExistFor, reachesBusiness, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { PayLinkSendService } from "@leashline/proto/leashline/message/v1/pay_link_send_service_pb.js";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import { InvoiceService } from "@leashline/proto/leashline/order/v1/invoice_service_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { PreAuthorisationService } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { billOf, feeOn, termsOf } from "@leashline/proto/rules/convenience-fee.ts";
import { query } from "../db.ts";
import { channelsOf } from "../orders/checked-edit.ts";
import { toChannel, toOrder } from "../orders/order.mapper.ts";
import { findOrder } from "../orders/order.store.ts";
import type { Order } from "../orders/order.ts";
import { findBusiness } from "../projections/projections.store.ts";
import { toReceipt } from "../receipts/receipt.mapper.ts";
import { reconcile } from "./reconcile.ts";

const underWay = [PaymentStatus.INIT, PaymentStatus.CREATED, PaymentStatus.PROCESSING, PaymentStatus.PAID];

/** Has payment ask what became of what is on its way; answers how much of it is unknown still. */
async function settle(ctx: Ctx, orderId: string): Promise<number> {
  const payments = ctx.client(PaymentService);
  const { payments: open } = await payments.listPayments({ orderId, statuses: underWay, pageSize: 200 });
  const asked = await Promise.all(open.map(({ id: paymentId }) => payments.syncPayment({ paymentId })));
  return asked.filter(({ payment }) => underWay.includes(payment?.status ?? PaymentStatus.UNSPECIFIED)).length;
}

async function reachedOrder(ctx: Ctx, orderId: string): Promise<Order> {
  return mustExistFor(ctx, await query(ctx, (db) => findOrder(db, { orderId })), "orderId");
}

const minorOf = (money: Money | undefined): bigint => fromMoney(money).minor;

/** What the client pays on top for paying the rest by card; nothing where the business bears it. */
async function feeOnTop(ctx: Ctx, order: Order): Promise<Money | null> {
  if (order.remain <= 0n) return null;
  const { setting } = await ctx.client(PaymentSettingService).getPaymentSetting({ businessId: order.businessId });
  const { minor } = feeOn(order.remain, termsOf(setting, false, minorOf), billOf(toOrder(order), minorOf));
  return minor > 0n ? toMoney(minor, order.currency) : null;
}

export const invoiceRpc = implement(InvoiceService, {
  async getOrderDetail({ orderId }, ctx) {
    const order = await reachedOrder(ctx, orderId);
    const { title = "", number = "" } = toReceipt(order, null);
    const refundChannels = channelsOf(order, order.overpaid).map((channel) => toChannel(channel, order.currency));
    const ticketId = order.appointmentId;
    const held = ticketId ? await ctx.client(PreAuthorisationService).getPreAuth({ ticketId }) : null;
    const requiredProcessingFee = await feeOnTop(ctx, order);
    return {
      ...{ order: toOrder(order), title, number, refundChannels },
      ...(held?.preAuthInfo && { preAuthInfo: held.preAuthInfo }),
      ...(requiredProcessingFee && { requiredProcessingFee }),
    };
  },

  async sendInvoice({ orderId, sendEmail, sendText }, ctx) {
    const order = await reachedOrder(ctx, orderId);
    const sentPayLink = order.remain > 0n;
    const ways = { orderId, sendEmail, sendText };
    if (sentPayLink) await ctx.client(PayLinkSendService).sendPayLink(ways);
    else await ctx.client(ReceiptSendService).sendReceipt(ways);
    return { sentPayLink };
  },

  async confirmInvoicePayment({ invoiceId }, ctx) {
    mustExistFor(ctx, await query(ctx, (db) => findOrder(db, { orderId: invoiceId })), "invoiceId");
    const pending = await settle(ctx, invoiceId);
    const { order } = await reconcile(ctx, invoiceId);
    return { invoice: toOrder(order), pending };
  },

  async checkOrderWhitelist({ businessId }, ctx) {
    const asked = businessId === "0" ? ctx.businessId : businessId;
    mustExist(reachesBusiness(ctx, asked) ? await query(ctx, (db) => findBusiness(db, asked)) : null, "businessId");
    return { inWhitelist: true };
  },
});
