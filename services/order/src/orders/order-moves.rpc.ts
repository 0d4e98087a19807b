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

/** By hand, an order is completed once what was paid too much has gone back: afterwards nobody would look for it. */
function completed(order: Order): Order {
  const after = moved(order, "complete", new Date());
  const [channel] = channelsOf(order, order.overpaid);
  if (channel) throw fail("REFUND_NEEDS_CHANNEL", { facts: { paymentId: channel.paymentId, amount: `${channel.amount}` } });
  return after;
}

/** The RPCs that move an order from state to state, but for opening it again, which needs its lines. */
export const moveHandlers = {
  async completeOrder(req, ctx) {
    return await command(ctx, async (tx) => {
      const order = await changeOrder(tx, req, "completed", completed);
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
