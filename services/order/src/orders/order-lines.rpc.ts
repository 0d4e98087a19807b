import { type Ctx, fail, fromMoney, type Impl, mustBeCurrent, type Tx } from "@leashline/kit";
import type { DiscountInput, NewLine as NewLineMessage } from "@leashline/proto/leashline/order/v1/order_edits_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { DB } from "../db.gen.ts";
import { command } from "../db.ts";
import { staffName, taxRules } from "../projections/projections.ts";
import { changeOrder, mustReach, storeOrder } from "./order.change.ts";
import {
  type DiscountAsked,
  discountsSet,
  lineAdded,
  lineRemoved,
  type NewLine,
  refundsNeeded,
  serviceChargeRemoved,
  staffSet,
  tipsSet,
} from "./order.edits.ts";
import { lockOrder } from "./order.store.ts";
import { lineKind, type Order } from "./order.ts";
import { channelMessage, orderMessage } from "./order.wire.ts";

type Handlers = Impl<typeof OrderService>;

export async function newLine(tx: Tx<DB>, line: NewLineMessage): Promise<NewLine> {
  return {
    kind: line.kind || lineKind.product,
    name: line.name,
    unitPrice: fromMoney(line.unitPrice).minor,
    quantity: line.quantity || 1,
    taxId: line.taxId,
    staffId: line.staffId,
    staffName: await knownStaff(tx, line.staffId),
    petId: line.petId,
    serviceId: line.serviceId,
    productId: line.productId,
    serviceChargeId: line.serviceChargeId,
    careType: line.serviceItemType,
  };
}

async function knownStaff(tx: Tx<DB>, staffId: string): Promise<string> {
  const name = await staffName(tx.db, staffId);
  if (name === null) throw fail("PARAMS_INVALID", { field: "staffId", reason: "there is no such staff member" });
  return name;
}

export const discountAsked = (input: DiscountInput): DiscountAsked => ({
  type: input.type.toLowerCase(),
  amount: fromMoney(input.amount).minor,
  percentage: input.percentage,
  orderLineItemId: input.orderLineItemId,
  reason: input.reason,
});

type Edit = { orderId: string; version: number; checkRefund: boolean };

// With checkRefund, an edit that would leave the order overpaid is not made; the answer says what has to go back first.
async function checkedEdit(ctx: Ctx, edit: Edit, action: string, decide: (order: Order) => Order) {
  return await command(ctx, async (tx) => {
    const before = mustReach(ctx, await lockOrder(tx, { orderId: edit.orderId }));
    mustBeCurrent(edit.version, before.version);
    const edited = decide(before);
    const channels = edit.checkRefund ? refundsNeeded(before, edited) : [];
    const order = channels.length > 0 ? before : await storeOrder(tx, before, edited, action);
    return { order: orderMessage(order), refundChannels: channels.map((channel) => channelMessage(channel, before.currency)) };
  });
}

export const lineHandlers = {
  addLine: async (req, ctx) =>
    command(ctx, async (tx) => {
      const before = mustReach(ctx, await lockOrder(tx, { orderId: req.orderId }));
      mustBeCurrent(req.version, before.version);
      const line = await newLine(tx, req.line!);
      const taxes = await taxRules(tx.db, [line.taxId]);
      return { order: orderMessage(await storeOrder(tx, before, lineAdded(before, line, taxes), "line added")) };
    }),

  addServiceCharge: async (req, ctx) =>
    command(ctx, async (tx) => {
      const before = mustReach(ctx, await lockOrder(tx, { orderId: req.orderId }));
      mustBeCurrent(req.version, before.version);
      const taxes = await taxRules(tx.db, [req.taxId]);
      const line = {
        kind: lineKind.serviceCharge,
        name: req.name,
        unitPrice: fromMoney(req.unitPrice).minor,
        quantity: req.quantity || 1,
        taxId: req.taxId,
        serviceChargeId: req.serviceChargeId,
      };
      const none = { staffId: "0", staffName: "", petId: "0", serviceId: "0", productId: "0", careType: "" };
      return { order: orderMessage(await storeOrder(tx, before, lineAdded(before, { ...none, ...line }, taxes), "service charge added")) };
    }),

  removeLine: async (req, ctx) => checkedEdit(ctx, req, "line removed", (order) => lineRemoved(order, req.orderLineItemId)),

  removeServiceCharge: async (req, ctx) =>
    checkedEdit(ctx, req, "service charge removed", (order) => serviceChargeRemoved(order, req.orderLineItemId)),

  setDiscount: async (req, ctx) => checkedEdit(ctx, req, "discount", (order) => discountsSet(order, req.discounts.map(discountAsked))),

  setLineStaff: async (req, ctx) =>
    command(ctx, async (tx) => {
      const staff = { staffId: req.staffId, staffName: await knownStaff(tx, req.staffId) };
      const change = { action: "staff", version: req.version };
      return { order: orderMessage(await changeOrder(tx, req.orderId, change, (order) => staffSet(order, req.orderLineItemId, staff))) };
    }),

  setTips: async (req, ctx) =>
    command(ctx, async (tx) => {
      const order = await changeOrder(tx, req.orderId, { action: "tips", version: req.version }, (before) =>
        tipsSet(before, {
          tipsType: req.tipsType as Order["tipsType"],
          tipsAmount: fromMoney(req.tips).minor,
          tipsRate: req.tipsRate,
        }),
      );
      return { order: orderMessage(order) };
    }),
} satisfies Partial<Handlers>;
