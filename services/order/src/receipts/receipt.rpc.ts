import { implement } from "@leashline/kit";
import { ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { query } from "../db.ts";
import { findOrder } from "../orders/order.store.ts";
import { mustReach } from "../orders/store-order.ts";
import { findBusiness } from "../projections/projections.store.ts";
import { toReceipt } from "./receipt.mapper.ts";

export const receiptRpc = implement(ReceiptService, {
  async getReceipt(req, ctx) {
    const [order, business] = await query(ctx, async (db) => {
      const found = mustReach(ctx, await findOrder(db, { orderId: req.orderId }));
      return [found, await findBusiness(db, found.businessId)] as const;
    });
    return { receipt: toReceipt(order, business) };
  },
});
