import { fromBinary } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import { cut, fromWireDate, type Impl, implement, pageOf, toMoney, toTimestamp } from "@leashline/kit";
import { OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { ListOrdersRequest } from "@leashline/proto/leashline/order/v1/order_requests_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { query } from "../db.ts";
import { isAmount } from "../totals/amount.ts";
import { newOrderHandlers } from "./new-order.rpc.ts";
import { mustReach } from "./order.change.ts";
import { findOrder } from "./order.store.ts";
import { orderMessage, orderSnapshot, statusNumber, tipSharesOf } from "./order.wire.ts";
import { inNewOrder, inOrder } from "./order-currency.ts";
import { lineHandlers } from "./order-lines.rpc.ts";
import { countOrders, findOrders, listBalances, listOrders, listRevisions, type OrderFilter, ordersAfter } from "./order-list.store.ts";
import { moveHandlers } from "./order-moves.rpc.ts";
import type { OrderState } from "./order-moves.ts";

const stateOf = (status: number): OrderState | undefined =>
  (Object.keys(statusNumber) as OrderState[]).find((state) => statusNumber[state] === status);

function filterOf(req: ListOrdersRequest, ctx: Ctx): OrderFilter {
  const own = ctx.caller.via === "" ? ctx.caller.businessIds : [];
  return {
    businessIds: req.businessId !== "0" ? [req.businessId] : own,
    customerId: req.customerId,
    startDate: req.startDate ? fromWireDate(req.startDate, "startDate") : "",
    endDate: req.endDate ? fromWireDate(req.endDate, "endDate") : "",
    states: req.statuses.map(stateOf).filter((state) => state !== undefined),
    paymentStatus: req.paymentStatus,
  };
}

const handlers: Impl<typeof OrderService> = {
  ...lineHandlers,
  ...moveHandlers,
  ...newOrderHandlers,

  getOrder: async (req, ctx) => {
    const order = await query(ctx, (db) => findOrder(db, { orderId: req.orderId }));
    return { order: orderMessage(mustReach(ctx, order)) };
  },

  getOrderByAppointment: async (req, ctx) => {
    const order = await query(ctx, (db) => findOrder(db, { appointmentId: req.appointmentId }));
    return { order: orderMessage(mustReach(ctx, order)) };
  },

  batchGetOrders: async (req, ctx) => {
    const orders = await query(ctx, (db) => findOrders(db, req));
    const reached = orders.filter((order) => ctx.caller.via !== "" || ctx.caller.businessIds.includes(order.businessId));
    return { orders: reached.map(orderMessage) };
  },

  listOrders: async (req, ctx) => {
    const filter = filterOf(req, ctx);
    const page = pageOf(req);
    const [found, total] = await query(ctx, async (db) => [await listOrders(db, filter, page), await countOrders(db, filter)] as const);
    const { rows, nextPageToken } = cut(found, page.size, (order) => [order.businessDate, order.orderId]);
    return { orders: rows.map(orderMessage), nextPageToken, total };
  },

  listOrderRevisions: async (req, ctx) => {
    const page = pageOf({ ...req, pageNum: 0 }, { standard: 50 });
    const found = await query(ctx, async (db) => {
      mustReach(ctx, await findOrder(db, { orderId: req.orderId }));
      return await listRevisions(db, req.orderId, page.size, page.after?.[0] ?? null);
    });
    const { rows, nextPageToken } = cut(found, page.size, (row) => [row.version]);
    const revisions = rows.map((row) => ({
      version: row.version,
      action: row.action,
      time: toTimestamp(row.at),
      actorName: row.actor_name,
      afterPayment: row.after_payment,
      order: fromBinary(OrderSchema, row.snapshot),
    }));
    return { revisions, nextPageToken };
  },

  listOrderBalances: async (req, ctx) => {
    const size = req.pageSize || 500;
    const rows = await query(ctx, (db) => listBalances(db, req.afterOrderId, size));
    return {
      balances: rows.map((row) => ({
        orderId: row.order_id,
        status: statusNumber[row.state as OrderState],
        total: toMoney(row.total, row.currency),
        paid: toMoney(row.paid, row.currency),
        refunded: toMoney(row.refunded, row.currency),
        version: row.version,
      })),
    };
  },

  listOrderRecords: async (req, ctx) => {
    const orders = await query(ctx, (db) => ordersAfter(db, req.afterOrderId, req.pageSize || 200));
    const tipped = orders.filter((order) => order.state === "completed" && order.tips > 0n);
    return {
      orders: orders.map(orderSnapshot),
      tips: tipped.map((order) => ({ orderId: order.orderId, tipShares: tipSharesOf(order) })),
    };
  },

  validateAmount: async (req) => ({ valid: isAmount(req.amount) }),
};

const money = {
  createOrder: inNewOrder,
  addLine: inOrder,
  addServiceCharge: inOrder,
  setDiscount: inOrder,
  setTips: inOrder,
};

export const orderRpc = implement(OrderService, handlers, { money });
