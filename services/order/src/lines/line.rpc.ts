import { fromMoney, type Impl } from "@leashline/kit";
import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { command } from "../db.ts";
import { checkedEdit } from "../orders/checked-edit.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { changeOrder, lockReached, storeOrder } from "../orders/store-order.ts";
import { taxRules } from "../projections/projections.store.ts";
import { lineAdded, lineRemoved, type NewLine, staffSet } from "./line.ts";
import { knownStaff, mustBeOwnServices, newLine } from "./new-line.ts";

const nobodys = { staffId: "0", staffName: "", petId: "0", serviceId: "0", productId: "0", careType: "", canTip: false };

export const lineHandlers = {
  async addLine(req, ctx) {
    await mustBeOwnServices(ctx, [req.line!], () => "line");
    return await command(ctx, async (tx) => {
      const before = await lockReached(tx, req);
      const line = await newLine(tx, req.line!);
      const taxes = await taxRules(tx.db, [line.taxId]);
      return { order: toOrder(await storeOrder(tx, before, lineAdded(before, line, taxes), "line added")) };
    });
  },

  async addServiceCharge(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockReached(tx, req);
      const line: NewLine = {
        ...nobodys,
        kind: OrderLineKind.SERVICE_CHARGE,
        name: req.name,
        unitPrice: fromMoney(req.unitPrice).minor,
        quantity: req.quantity || 1,
        taxId: req.taxId,
        serviceChargeId: req.serviceChargeId,
      };
      const taxes = await taxRules(tx.db, [req.taxId]);
      return { order: toOrder(await storeOrder(tx, before, lineAdded(before, line, taxes), "service charge added")) };
    });
  },

  removeLine: async (req, ctx) => await checkedEdit(ctx, req, "line removed", (order) => lineRemoved(order, req.orderLineItemId)),

  removeServiceCharge: async (req, ctx) =>
    await checkedEdit(ctx, req, "service charge removed", (order) => lineRemoved(order, req.orderLineItemId, OrderLineKind.SERVICE_CHARGE)),

  async setLineStaff(req, ctx) {
    return await command(ctx, async (tx) => {
      const staff = { staffId: req.staffId, staffName: await knownStaff(tx, req.staffId) };
      return { order: toOrder(await changeOrder(tx, req, "staff", (order) => staffSet(order, req.orderLineItemId, staff))) };
    });
  },
} satisfies Partial<Impl<typeof OrderService>>;
