import { type Ctx, fail, fromMoney, type Impl, implement, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { StaffTip } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import { TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import { command, query } from "../db.ts";
import { changeOrder, mustReach } from "../orders/order.change.ts";
import { findOrder } from "../orders/order.store.ts";
import { type Order, tipSplitOf } from "../orders/order.ts";
import { methodNumber, methodOf, orderMessage } from "../orders/order.wire.ts";
import { inOrder } from "../orders/order-currency.ts";

type Asked = { splitMethod: TipSplitMethod; businessTipAmount?: Money | undefined; staffTipAmountList: StaffTip[] };

function wanted(order: Order, asked: Asked): Pick<Order, "splitMethod" | "splitCustom"> {
  if (asked.splitMethod === TipSplitMethod.UNSPECIFIED) return order;
  const splitMethod = methodOf(asked.splitMethod);
  if (splitMethod !== "custom") return { splitMethod, splitCustom: null };
  const businessTipAmount = fromMoney(asked.businessTipAmount).minor;
  const staffTips = asked.staffTipAmountList.map((t) => ({
    staffId: t.staffId,
    amount: fromMoney(t.amount).minor,
  }));
  const all = [businessTipAmount, ...staffTips.map((t) => t.amount)];
  const given = all.reduce((a, b) => a + b, 0n);
  if (given !== order.tips) {
    throw fail("PARAMS_INVALID", { field: "staffTipAmountList", reason: "the amounts must add up to the tip" });
  }
  return { splitMethod, splitCustom: { businessTipAmount, staffTips } };
}

function message(order: Order, how: Pick<Order, "splitMethod" | "splitCustom"> = order) {
  const split = tipSplitOf(order, how);
  const names = new Map(order.lines.map((line) => [line.staffId, line.staffName]));
  return {
    orderId: order.orderId,
    businessTipAmount: toMoney(split.businessTipAmount, order.currency),
    staffTipAmountList: split.staffTips.map((t) => ({
      staffId: t.staffId,
      staffName: names.get(t.staffId) ?? "",
      amount: toMoney(t.amount, order.currency),
    })),
    splitMethod: methodNumber[split.splitMethod],
  };
}

const orderOf = async (ctx: Ctx, orderId: string): Promise<Order> => mustReach(ctx, await query(ctx, (db) => findOrder(db, { orderId })));

const handlers: Impl<typeof TipSplitService> = {
  getTipSplit: async (req, ctx) => ({ tipSplit: message(await orderOf(ctx, req.orderId)) }),

  previewTipSplit: async (req, ctx) => {
    const order = await orderOf(ctx, req.orderId);
    return { tipSplit: message(order, wanted(order, req)) };
  },

  setTipSplit: async (req, ctx) =>
    command(ctx, async (tx) => {
      const change = { action: "tip split", version: req.version };
      const order = await changeOrder(tx, req.orderId, change, (before) => ({ ...before, ...wanted(before, req) }));
      return { tipSplit: message(order), order: orderMessage(order) };
    }),
};

export const tipSplitRpc = implement(TipSplitService, handlers, { money: { previewTipSplit: inOrder, setTipSplit: inOrder } });
