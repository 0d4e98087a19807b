import { type Ctx, fail, type Impl, inList, mustExistFor, type Tx, todayIn } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { CreateOrderRequest } from "@leashline/proto/leashline/order/v1/order_requests_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { newOrder } from "../orders/new-order.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { findOrder } from "../orders/order.store.ts";
import type { Order } from "../orders/order.ts";
import { currencyHere } from "../orders/order-currency.ts";
import { storeOrder } from "../orders/store-order.ts";
import { findBusiness, taxRules } from "../projections/projections.store.ts";
import { currentSetting } from "../settings/setting.store.ts";
import { lineAdded } from "./line.ts";
import { mustBeOwnServices, newLine } from "./new-line.ts";

// The client's name of now; the order keeps it.
async function clientName(ctx: Ctx, customerId: string): Promise<string> {
  if (customerId === "0") return "";
  const { clients } = await ctx.client(ClientService).batchGetClients({ customerIds: [customerId] });
  const [client] = clients;
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  return `${client.firstName} ${client.lastName}`.trim();
}

async function orderOfAppointment(ctx: Ctx, appointmentId: string): Promise<Order> {
  return mustExistFor(ctx, await query(ctx, (db) => findOrder(db, { appointmentId })), "appointmentId", "APPOINTMENT_NOT_FOUND");
}

async function emptyOrder(tx: Tx<DB>, req: CreateOrderRequest, customerName: string): Promise<Order> {
  const { ctx } = tx;
  const businessId = req.businessId !== "0" ? req.businessId : ctx.businessId;
  const [business, setting] = await Promise.all([findBusiness(tx.db, businessId), currentSetting(tx.db)]);
  const here = currencyHere(ctx, businessId);
  const currency = business?.currency ?? here ?? ctx.caller.currency;
  // The amounts of the request were read in that of the session.
  if (here && here !== currency) throw fail("PARAMS_INVALID", { field: "businessId", reason: `its amounts are in ${currency} by now` });
  return newOrder({
    businessId,
    customerId: req.customerId,
    customerName,
    appointmentId: null,
    type: req.type || OrderType.PRODUCT,
    currency,
    businessDate: todayIn(business?.zone ?? ctx.caller.zone),
    setting,
  });
}

export const newOrderHandlers = {
  async createOrder(req, ctx) {
    if (req.appointmentId !== "0") return { order: toOrder(await orderOfAppointment(ctx, req.appointmentId)) };
    if (req.lines.length === 0) throw fail("PARAMS_INVALID", { field: "lines", reason: "an order needs a line" });
    const [name] = await Promise.all([clientName(ctx, req.customerId), mustBeOwnServices(ctx, req.lines, (nth) => inList("lines", nth))]);
    const taxIds = req.lines.map((line) => line.taxId);
    return await command(ctx, async (tx) => {
      const lines = Promise.all(req.lines.map((line) => newLine(tx, line)));
      const [empty, taxes, added] = await Promise.all([emptyOrder(tx, req, name), taxRules(tx.db, taxIds), lines]);
      const order = added.reduce((so, line) => lineAdded(so, line, taxes), empty);
      return { order: toOrder(await storeOrder(tx, null, order, "created")) };
    });
  },
} satisfies Partial<Impl<typeof OrderService>>;
