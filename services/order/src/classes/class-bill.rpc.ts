import { implement, reachesBusiness } from "@leashline/kit";
import { ClassBillService } from "@leashline/proto/leashline/order/v1/class_bill_service_pb.js";
import { query } from "../db.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { findOrders } from "../orders/order-list.store.ts";
import { billsOfClass } from "./class-bill.store.ts";

export const classBillRpc = implement(ClassBillService, {
  getClassBills: ({ classId }, ctx) =>
    query(ctx, async (db) => {
      const found = await billsOfClass(db, classId);
      const orders = await findOrders(db, { orderIds: found.flatMap(({ orderId }) => orderId ?? []), appointmentIds: [] });
      const byId = new Map(orders.map((order) => [order.orderId, order]));
      const bills = found.flatMap(({ orderId, enrolmentId, gone }) => {
        const order = byId.get(orderId ?? "");
        return order && reachesBusiness(ctx, order.businessId) ? [{ enrolmentId, classId, gone, order: toOrder(order) }] : [];
      });
      return { bills };
    }),
});
