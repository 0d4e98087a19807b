import { consumer, fromMoney, type Tx } from "@leashline/kit";
import { OrderCancelledSchema, OrderChangedSchema, type OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { isForClass } from "@leashline/proto/rules/class-bill.ts";
import type { DB } from "../db.ts";
import { applyOrder, chargeOf } from "./order-update.ts";

async function handleOrder(tx: Tx<DB>, order: OrderSnapshot | undefined): Promise<void> {
  if (!order) return;
  const update = {
    orderId: order.orderId,
    businessId: order.businessId,
    customerId: order.customerId,
    appointmentId: order.appointmentId,
    forClass: isForClass(order.lines.map(({ careType }) => careType)),
    currency: fromMoney(order.total).currency,
    businessDate: order.businessDate,
    charge: chargeOf(order),
  };
  await applyOrder(tx, update, { isNew: order.version === 1 });
}

export const orderConsumers = [
  consumer(OrderChangedSchema, async (tx: Tx<DB>, event) => handleOrder(tx, event.order), { apart: true }),
  consumer(OrderCancelledSchema, async (tx: Tx<DB>, event) => handleOrder(tx, event.order), { apart: true }),
];
