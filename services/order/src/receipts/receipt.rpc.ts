import { implement } from "@leashline/kit";
import { ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { query } from "../db.ts";
import { mustReach } from "../orders/order.change.ts";
import { findOrder } from "../orders/order.store.ts";
import type { Order } from "../orders/order.ts";
import { orderMessage } from "../orders/order.wire.ts";
import { type Business, findBusiness } from "../projections/projections.ts";

const businessMessage = (order: Order, business: Business | null) => ({
  businessId: order.businessId,
  businessName: business?.name ?? "",
  address: business?.address ?? "",
  phoneNumber: business?.phone ?? "",
  contactEmail: business?.email ?? "",
  timezoneName: business?.zone ?? "UTC",
  currencyCode: order.currency,
});

export const receiptRpc = implement(ReceiptService, {
  getReceipt: async (req, ctx) => {
    const [order, business] = await query(ctx, async (db) => {
      const found = mustReach(ctx, await findOrder(db, { orderId: req.orderId }));
      return [found, await findBusiness(db, found.businessId)] as const;
    });
    const title = order.payments.length > 0 ? "Receipt" : "Invoice";
    return {
      receipt: { order: orderMessage(order), business: businessMessage(order, business), title, number: `INV-${order.orderId}` },
    };
  },
});
