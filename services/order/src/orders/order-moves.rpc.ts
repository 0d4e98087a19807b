import { fail, type Impl } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { command } from "../db.ts";
import { channelsOf } from "./checked-edit.ts";
import { toChannel, toOrder } from "./order.mapper.ts";
import type { Order } from "./order.ts";
import { moved } from "./order-moves.ts";
import { changeOrder } from "./store-order.ts";

function cancelled(order: Order): Order {
  if (order.appointmentId && order.appointmentStatus !== AppointmentStatus.CANCELLED)
    throw fail("STATE_CONFLICT", { message: "Cancel the appointment; its order is cancelled with it." });
  return moved(order, "cancel", new Date());
}

/** The RPCs that move an order from state to state, but for opening it again, which needs its lines. */
export const moveHandlers = {
  async completeOrder(req, ctx) {
    return await command(ctx, async (tx) => {
      const order = await changeOrder(tx, req, "completed", (before) => moved(before, "complete", new Date()));
      return { order: toOrder(order) };
    });
  },

  async cancelOrder(req, ctx) {
    return await command(ctx, async (tx) => {
      const order = await changeOrder(tx, req, "cancelled", cancelled);
      const channels = channelsOf(order, order.overpaid);
      return { order: toOrder(order), refundChannels: channels.map((channel) => toChannel(channel, order.currency)) };
    });
  },
} satisfies Partial<Impl<typeof OrderService>>;
