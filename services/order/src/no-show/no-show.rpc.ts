import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Ctx, fail, fromMoney, implement, mustExistFor, reachesBusiness, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { NoShowService } from "@leashline/proto/leashline/order/v1/no_show_service_pb.js";
import { type Order as OrderMessage, OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PreAuthorisationService, PreAuthState } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { command, query } from "../db.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { findOrder } from "../orders/order.store.ts";
import type { Order } from "../orders/order.ts";
import { askFee, askVisit } from "./ask-fee.ts";
import { findNoShow } from "./no-show.store.ts";
import { feeFor, isAskedFor, noShowStatus } from "./no-show.ts";

const underWay = [PaymentStatus.CREATED, PaymentStatus.PROCESSING, PaymentStatus.PAID];

async function isOnTheWay(ctx: Ctx, order: Order | null): Promise<boolean> {
  if (!isAskedFor(order) || order.remain === 0n) return false;
  const asked = { orderId: order.orderId, statuses: underWay, pageSize: 1 };
  return (await ctx.client(PaymentService).listPayments(asked)).payments.length > 0;
}

async function wasTakenFor(ctx: Ctx, paymentId: string, ticketId: string): Promise<boolean> {
  const invoice = await query(ctx, (db) => findNoShow(db, ticketId));
  if (!invoice || paymentId === "0") return false;
  return (await ctx.client(PaymentService).getPayment({ paymentId })).payment?.orderId === invoice.orderId;
}

/** Nothing is asked for before it is sure that a card holds it. A repeated call finds what the first one took. */
async function mustHold(ctx: Ctx, ticketId: string, amount: Money | undefined): Promise<void> {
  const { preAuthInfo } = await ctx.client(PreAuthorisationService).getPreAuth({ ticketId });
  if (preAuthInfo?.state === PreAuthState.CAPTURED && (await wasTakenFor(ctx, preAuthInfo.paymentId, ticketId))) return;
  if (preAuthInfo?.state !== PreAuthState.TO_CAPTURE)
    throw fail("STATE_CONFLICT", { field: "ticketId", message: "Nothing is held on a card for this appointment." });
  if (fromMoney(amount).minor > fromMoney(preAuthInfo.preAuthAmount).minor) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
}

type Asked = { ticketId: string; amount?: Money | undefined };

async function invoiceFor(ctx: Ctx, { ticketId, amount }: Asked): Promise<OrderMessage> {
  const visit = await askVisit(ctx, ticketId);
  const fee = feeFor(visit, amount);
  const asked = async () =>
    await command(ctx, async (tx) => Buffer.from(toBinary(OrderSchema, toOrder(await askFee(tx, visit, fee)))).toString("base64"), {
      step: "invoice",
    });
  return fromBinary(OrderSchema, Buffer.from(await asked(), "base64"));
}

// What a visit's amounts are in; null for one the caller does not reach.
async function currencyOfVisit({ ticketId }: Asked, ctx: Ctx): Promise<string | null> {
  const bill = await query(ctx, (db) => findOrder(db, { appointmentId: ticketId }));
  if (!bill) return ctx.caller.currency;
  return reachesBusiness(ctx, bill.businessId) ? bill.currency : null;
}
const money = { currencyOf: currencyOfVisit, refusedAs: "PAYMENT_AMOUNT_INVALID" } as const;

export const noShowRpc = implement(
  NoShowService,
  {
    async getNoShowInvoice({ ticketId }, ctx) {
      const order = await query(ctx, (db) => findNoShow(db, ticketId));
      if (order) mustExistFor(ctx, order, "ticketId");
      const noShowStatusNow = noShowStatus(order, await isOnTheWay(ctx, order));
      if (!isAskedFor(order)) return { noShowStatus: noShowStatusNow };
      return { noShowStatus: noShowStatusNow, noShowFee: toMoney(order.total, order.currency), invoice: toOrder(order) };
    },

    createNoShowInvoice: async (req, ctx) => ({ invoice: await invoiceFor(ctx, req) }),

    async createPreAuthNoShowInvoice({ ticketId, amount }, ctx) {
      await mustHold(ctx, ticketId, amount);
      const invoice = await invoiceFor(ctx, { ticketId, amount });
      const paid = { invoiceId: invoice.id, ticketId, ...(amount && { amount }) };
      const { payment } = await ctx.client(PreAuthorisationService).payPreAuth(paid);
      return { invoice, ...(payment && { payment }) };
    },
  },
  { money: { createNoShowInvoice: money, createPreAuthNoShowInvoice: money } },
);
