import { consumer, fromMoney, type Tx, todayIn } from "@leashline/kit";
import { type ClassEnrolmentChanged, ClassEnrolmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.ts";
import { taxesFor } from "../lines/coming-taxes.ts";
import { newOrder } from "../orders/new-order.ts";
import { lockOrder } from "../orders/order.store.ts";
import type { Order } from "../orders/order.ts";
import { storeOrder } from "../orders/store-order.ts";
import { findBusiness, tipless } from "../projections/projections.store.ts";
import { currentSetting } from "../settings/setting.store.ts";
import { lockBill, saveBill } from "./class-bill.store.ts";
import { classLine, givenUp, isBilled, isGone, takenUp } from "./class-bill.ts";

async function billFor(tx: Tx<DB>, event: ClassEnrolmentChanged): Promise<Order> {
  const { businessId, customerId, customerName, serviceId, taxId } = event;
  const business = await findBusiness(tx.db, businessId);
  const { minor: price, currency } = fromMoney(event.price);
  const empty = newOrder({
    businessId,
    customerId,
    customerName,
    appointmentId: null,
    type: OrderType.FULFILLMENT,
    currency,
    businessDate: todayIn(business?.zone ?? tx.ctx.caller.zone),
    setting: await currentSetting(tx.db),
  });
  const rule = (await taxesFor(tx, [taxId])).get(taxId);
  const canTip = !(await tipless(tx.db, [serviceId])).has(serviceId);
  return { ...empty, lines: [classLine({ ...event, price }, rule, canTip)] };
}

/** One order for each pet that gets a place; it is canceled with the place. */
async function follow(tx: Tx<DB>, event: ClassEnrolmentChanged): Promise<void> {
  const { enrolmentId, classId, version } = event;
  const before = await lockBill(tx.db, enrolmentId);
  if (before && version <= before.version) return;
  const order = before?.orderId ? await lockOrder(tx.db, { orderId: before.orderId }) : null;
  let orderId = before?.orderId ?? null;
  if (order && isGone(event))
    await storeOrder(tx, order, givenUp(order, new Date()), event.classCancelled ? "class canceled" : "left the class");
  const billed = isBilled(event, fromMoney(event.price).minor);
  if (order && before?.gone && billed) await storeOrder(tx, order, takenUp(order, new Date()), "in the class again");
  if (!order && billed) orderId = (await storeOrder(tx, null, await billFor(tx, event), "enrolled")).orderId;
  await saveBill(tx.db, { enrolmentId, classId, orderId, gone: isGone(event), version });
}

const locks = ({ enrolmentId }: ClassEnrolmentChanged): string[] => [`bill-of-enrolment:${enrolmentId}`];

export const classBillConsumers = [consumer(ClassEnrolmentChangedSchema, follow, { apart: true, locks })];
