import { type Ctx, implement, mustExist, mustExistFor, reachesBusiness } from "@leashline/kit";
import { InvoiceService } from "@leashline/proto/leashline/order/v1/invoice_service_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { query } from "../db.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { findOrder } from "../orders/order.store.ts";
import { findBusiness } from "../projections/projections.store.ts";
import { reconcile } from "./reconcile.ts";

const underWay = [PaymentStatus.INIT, PaymentStatus.CREATED, PaymentStatus.PROCESSING, PaymentStatus.PAID];

/** Has payment ask what became of what is on its way; answers how much of it is unknown still. */
async function settle(ctx: Ctx, orderId: string): Promise<number> {
  const payments = ctx.client(PaymentService);
  const { payments: open } = await payments.listPayments({ orderId, statuses: underWay, pageSize: 200 });
  const asked = await Promise.all(open.map(({ id: paymentId }) => payments.syncPayment({ paymentId })));
  return asked.filter(({ payment }) => underWay.includes(payment?.status ?? PaymentStatus.UNSPECIFIED)).length;
}

export const invoiceRpc = implement(InvoiceService, {
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
