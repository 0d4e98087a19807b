import { fromBinary } from "@bufbuild/protobuf";
import {
  businessesOf,
  type Ctx,
  clientReach,
  fail,
  fromWireDate,
  type Impl,
  listed,
  type Page,
  reachesBusiness,
  toMoney,
  toTimestamp,
} from "@leashline/kit";
import { OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { ListOrdersRequest } from "@leashline/proto/leashline/order/v1/order_requests_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { query } from "../db.ts";
import { isAmount } from "../totals/amount.ts";
import { statesOf, toOrder, toSnapshot, toStatus, toTipShares } from "./order.mapper.ts";
import { findOrder } from "./order.store.ts";
import { countOrders, findOrders, listBalances, listOrders, type OrderFilter, ordersAfter } from "./order-list.store.ts";
import { listRevisions } from "./revision.store.ts";
import { mustReach } from "./store-order.ts";

const filterOf = (req: ListOrdersRequest, ctx: Ctx): OrderFilter => ({
  businessIds: businessesOf(ctx, req.businessId),
  customerId: req.customerId,
  startDate: req.startDate ? fromWireDate(req.startDate, "startDate") : "",
  endDate: req.endDate ? fromWireDate(req.endDate, "endDate") : "",
  states: statesOf(req.statuses),
  paymentStatus: req.paymentStatus,
  number: req.number,
  overpaidOnly: req.overpaidOnly,
});

/** The RPCs that read orders. */
export const orderHandlers = {
  async getOrder(req, ctx) {
    const order = await query(ctx, (db) => findOrder(db, { orderId: req.orderId }));
    return { order: toOrder(mustReach(ctx, order)) };
  },

  async getOrderByAppointment(req, ctx) {
    const order = await query(ctx, (db) => findOrder(db, { appointmentId: req.appointmentId }));
    return { order: toOrder(mustReach(ctx, order)) };
  },

  async batchGetOrders(req, ctx) {
    const orders = await query(ctx, (db) => findOrders(db, req));
    return { orders: orders.filter((order) => reachesBusiness(ctx, order.businessId)).map(toOrder) };
  },

  async listOrders(req, ctx) {
    const filter = filterOf(req, ctx);
    if (filter.customerId === "0" && clientReach(ctx.caller).kind === "own" && ctx.caller.via === "")
      throw fail("NO_PERMISSION", { message: "The orders of a whole shop are for who sees its clients. Name a client." });
    return await query(ctx, async (db) => {
      const read = (page: Page) => listOrders(db, filter, page);
      const { rows, nextPageToken } = await listed(req, { read, key: (order) => [order.businessDate, order.orderId] });
      return { orders: rows.map(toOrder), nextPageToken, total: await countOrders(db, filter) };
    });
  },

  async listOrderRevisions(req, ctx) {
    const { rows, nextPageToken } = await query(ctx, async (db) => {
      mustReach(ctx, await findOrder(db, { orderId: req.orderId }));
      return await listed(req, { standard: 50, read: (page) => listRevisions(db, req.orderId, page), key: (row) => [row.version] });
    });
    const revisions = rows.map((row) => ({
      version: row.version,
      action: row.action,
      time: toTimestamp(row.at),
      actorName: row.actorName,
      afterPayment: row.afterPayment,
      order: fromBinary(OrderSchema, row.snapshot),
    }));
    return { revisions, nextPageToken };
  },

  async listOrderBalances(req, ctx) {
    const rows = await query(ctx, (db) => listBalances(db, req.afterOrderId, req.pageSize || 500));
    return {
      balances: rows.map((row) => ({
        orderId: row.orderId,
        status: toStatus(row.state),
        total: toMoney(row.total, row.currency),
        paid: toMoney(row.paid, row.currency),
        refunded: toMoney(row.refunded, row.currency),
        version: row.version,
        convenienceFee: toMoney(row.convenienceFee, row.currency),
      })),
    };
  },

  async listOrderRecords(req, ctx) {
    const orders = await query(ctx, (db) => ordersAfter(db, req.afterOrderId, req.pageSize || 200));
    const tipped = orders.filter((order) => order.state === "completed" && order.tips > 0n);
    return {
      orders: orders.map(toSnapshot),
      tips: tipped.map((order) => ({ orderId: order.orderId, tipShares: toTipShares(order) })),
    };
  },

  validateAmount: async (req) => ({ valid: isAmount(req.amount) }),
} satisfies Partial<Impl<typeof OrderService>>;
