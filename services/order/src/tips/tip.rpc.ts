import { type Ctx, fromMoney, type Impl, todayIn } from "@leashline/kit";
import { OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { PreviewOrderRequest } from "@leashline/proto/leashline/order/v1/order_requests_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { command, query } from "../db.ts";
import { discountsSet } from "../discounts/discount.ts";
import { lineAdded } from "../lines/line.ts";
import { readLine } from "../lines/new-line.ts";
import { newOrder } from "../orders/new-order.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { type Order, recalculated } from "../orders/order.ts";
import { lockReached, storeOrder } from "../orders/store-order.ts";
import { countryOfOrder, findBusiness, type TaxRules, taxRules, tipless } from "../projections/projections.store.ts";
import { currentSetting } from "../settings/setting.store.ts";
import type { OrderSetting } from "../settings/setting.ts";
import { tipsSet, withinMaximum } from "./tip.ts";

const emptyOrder = ({ businessId, caller }: Ctx, setting: OrderSetting): Order =>
  newOrder({
    businessId,
    customerId: "0",
    customerName: "",
    appointmentId: null,
    type: OrderType.PRODUCT,
    currency: caller.currency,
    businessDate: todayIn(caller.zone),
    setting,
  });

// Lines of a preview count from 1, so that its discounts can name them.
function withLines(order: Order, { lines }: PreviewOrderRequest, taxes: TaxRules, without: ReadonlySet<string>): Order {
  const added = lines.reduce((so, line) => lineAdded(so, readLine(line, without), taxes), order);
  return { ...added, lines: added.lines.map((line, i) => ({ ...line, orderLineItemId: String(i + 1) })) };
}

export const tipHandlers = {
  async setTips(req, ctx) {
    const asked = { tipsType: req.tipsType, tipsAmount: fromMoney(req.tips).minor, tipsRate: req.tipsRate };
    return await command(ctx, async (tx) => {
      const [country, before] = await Promise.all([countryOfOrder(tx.db, req.orderId), lockReached(tx, req)]);
      return { order: toOrder(await storeOrder(tx, before, withinMaximum(tipsSet(before, asked), country), "tips")) };
    });
  },

  /** What an order with these lines, discounts and tips would come to. */
  async previewOrder(req, ctx) {
    const taxIds = req.lines.map((line) => line.taxId);
    const serviceIds = req.lines.map((line) => line.serviceId);
    const [taxes, setting, without, business] = await query(ctx, (db) =>
      Promise.all([taxRules(db, taxIds), currentSetting(db), tipless(db, serviceIds), findBusiness(db, ctx.businessId)]),
    );
    const discounted = discountsSet(withLines(emptyOrder(ctx, setting), req, taxes, without), req.discounts);
    const tipped = tipsSet(discounted, { tipsType: "amount", tipsAmount: fromMoney(req.tips).minor, tipsRate: "" });
    return {
      order: { ...toOrder(recalculated(withinMaximum(tipped, business?.country ?? ""))), createTime: undefined, updateTime: undefined },
    };
  },
} satisfies Partial<Impl<typeof OrderService>>;
