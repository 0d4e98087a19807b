import { type Ctx, fail, fromMoney, type Impl, type Tx, todayIn } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { NewLine as NewLineMessage } from "@leashline/proto/leashline/order/v1/order_edits_pb.js";
import type { CreateOrderRequest, PreviewOrderRequest } from "@leashline/proto/leashline/order/v1/order_requests_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { DB } from "../db.gen.ts";
import { command, query } from "../db.ts";
import { findBusiness, taxRules } from "../projections/projections.ts";
import { currentSetting } from "../settings/setting.store.ts";
import { newOrder } from "./new-order.ts";
import { isReached, storeOrder } from "./order.change.ts";
import { type DiscountAsked, discountsSet, lineAdded, type TaxRules, tipsSet } from "./order.edits.ts";
import { findOrder } from "./order.store.ts";
import { lineKind, type Order, reckoned } from "./order.ts";
import { orderMessage } from "./order.wire.ts";
import { discountAsked, newLine } from "./order-lines.rpc.ts";

type Handlers = Impl<typeof OrderService>;

const productOrder = 3;

// The client's name as it stands now; the order keeps it.
async function clientName(ctx: Ctx, customerId: string): Promise<string> {
  if (customerId === "0") return "";
  const { clients } = await ctx.client(ClientService).batchGetClients({ customerIds: [customerId] });
  const [client] = clients;
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  return `${client.firstName} ${client.lastName}`.trim();
}

async function ofAppointment(ctx: Ctx, appointmentId: string) {
  const order = await query(ctx, (db) => findOrder(db, { appointmentId }));
  if (!order || !isReached(ctx, order)) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
  return { order: orderMessage(order) };
}

async function emptyOrder(tx: Tx<DB>, req: CreateOrderRequest, customerName: string): Promise<Order> {
  const { ctx } = tx;
  const businessId = req.businessId !== "0" ? req.businessId : ctx.businessId;
  const business = await findBusiness(tx.db, businessId);
  return newOrder({
    businessId,
    customerId: req.customerId,
    customerName,
    appointmentId: null,
    type: req.type || productOrder,
    currency: business?.currency ?? ctx.caller.currency,
    businessDate: todayIn(business?.zone ?? ctx.caller.zone),
    setting: await currentSetting(tx.db),
  });
}

// Lines of a preview count from 1, so that its discounts can name them.
function previewLines(order: Order, lines: readonly NewLineMessage[], taxes: TaxRules): Order {
  const added = lines.reduce((so, line) => lineAdded(so, plainLine(line), taxes), order);
  return { ...added, lines: added.lines.map((line, i) => ({ ...line, orderLineItemId: String(i + 1) })) };
}

const plainLine = (line: NewLineMessage) => ({
  kind: line.kind || lineKind.product,
  name: line.name,
  unitPrice: fromMoney(line.unitPrice).minor,
  quantity: line.quantity || 1,
  taxId: line.taxId,
  staffId: line.staffId,
  staffName: "",
  petId: line.petId,
  serviceId: line.serviceId,
  productId: line.productId,
  serviceChargeId: line.serviceChargeId,
  careType: line.serviceItemType,
});

function preview(req: PreviewOrderRequest, order: Order, taxes: TaxRules): Order {
  const asked: DiscountAsked[] = req.discounts.map(discountAsked);
  const lined = discountsSet(previewLines(order, req.lines, taxes), asked);
  return reckoned(tipsSet(lined, { tipsType: "amount", tipsAmount: fromMoney(req.tips).minor, tipsRate: "" }));
}

export const newOrderHandlers = {
  createOrder: async (req, ctx) => {
    if (req.appointmentId !== "0") return await ofAppointment(ctx, req.appointmentId);
    if (req.lines.length === 0) throw fail("PARAMS_INVALID", { field: "lines", reason: "an order needs a line" });
    const name = await clientName(ctx, req.customerId);
    return await command(ctx, async (tx) => {
      let order = await emptyOrder(tx, req, name);
      const taxes = await taxRules(
        tx.db,
        req.lines.map((line) => line.taxId),
      );
      for (const line of req.lines) order = lineAdded(order, await newLine(tx, line), taxes);
      return { order: orderMessage(await storeOrder(tx, null, order, "created")) };
    });
  },

  previewOrder: async (req, ctx) => {
    const taxIds = req.lines.map((line) => line.taxId);
    const [taxes, setting] = await query(ctx, async (db) => [await taxRules(db, taxIds), await currentSetting(db)] as const);
    const facts = { businessId: ctx.businessId, customerId: "0", customerName: "", appointmentId: null, type: productOrder };
    const order = newOrder({ ...facts, currency: ctx.caller.currency, businessDate: todayIn(ctx.caller.zone), setting });
    return { order: orderMessage(preview(req, order, taxes)) };
  },
} satisfies Partial<Handlers>;
