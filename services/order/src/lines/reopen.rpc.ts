import type { Impl } from "@leashline/kit";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { command } from "../db.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { moved } from "../orders/order-moves.ts";
import { lockReached, storeOrder } from "../orders/store-order.ts";
import { following } from "./follow-appointment.ts";

export const reopenHandlers = {
  /** A completed order that is opened again takes the appointment's latest lines. */
  async revertOrder(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockReached(tx, req);
      const open = await following(tx, moved(before, "revert", new Date()));
      return { order: toOrder(await storeOrder(tx, before, open, "reverted")) };
    });
  },
} satisfies Partial<Impl<typeof OrderService>>;
