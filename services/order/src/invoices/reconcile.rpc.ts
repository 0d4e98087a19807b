import type { Impl } from "@leashline/kit";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { toOrder } from "../orders/order.mapper.ts";
import { reconcile } from "./reconcile.ts";

export const reconcileHandlers = {
  async reconcileOrder({ orderId }, ctx) {
    const { order, changed } = await reconcile(ctx, orderId);
    return { order: toOrder(order), changed };
  },
} satisfies Partial<Impl<typeof OrderService>>;
