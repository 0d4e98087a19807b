import { type Ctx, fail, fromMoney, implement, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type StaffTip, TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import { command, query } from "../db.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { findOrder } from "../orders/order.store.ts";
import { type Order, tipSplitOf } from "../orders/order.ts";
import { inOrder } from "../orders/order-currency.ts";
import { changeOrder, mustReach } from "../orders/store-order.ts";
import { splitMethodOf, toSplitMethod } from "../settings/setting.mapper.ts";
import { whoseLine } from "../totals/staff-shares.ts";

type Asked = { splitMethod: TipSplitMethod; businessTipAmount?: Money | undefined; staffTipAmountList: StaffTip[] };
type Split = Pick<Order, "splitMethod" | "splitCustom">;

function wanted(order: Order, asked: Asked): Split {
  if (asked.splitMethod === TipSplitMethod.UNSPECIFIED) return order;
  const splitMethod = splitMethodOf(asked.splitMethod);
  if (splitMethod !== "custom") return { splitMethod, splitCustom: null };
  const businessTipAmount = fromMoney(asked.businessTipAmount).minor;
  const staffTips = asked.staffTipAmountList.map((t) => ({ staffId: t.staffId, amount: fromMoney(t.amount).minor }));
  if (new Set(staffTips.map(({ staffId }) => staffId)).size < staffTips.length)
    throw fail("PARAMS_INVALID", { field: "staffTipAmountList", reason: "names somebody twice" });
  const given = staffTips.reduce((sum, t) => sum + t.amount, businessTipAmount);
  if (given !== order.tips) throw fail("PARAMS_INVALID", { field: "staffTipAmountList", reason: "the amounts must add up to the tip" });
  return { splitMethod, splitCustom: { businessTipAmount, staffTips } };
}

function toTipSplit(order: Order, how: Split = order) {
  const split = tipSplitOf(order, how);
  const names = new Map(order.lines.flatMap(whoseLine).map(({ staffId, staffName }) => [staffId, staffName]));
  return {
    orderId: order.orderId,
    businessTipAmount: toMoney(split.businessTipAmount, order.currency),
    staffTipAmountList: split.staffTips.map((t) => ({
      staffId: t.staffId,
      staffName: names.get(t.staffId) ?? "",
      amount: toMoney(t.amount, order.currency),
    })),
    splitMethod: toSplitMethod(split.splitMethod),
  };
}

const orderOf = async (ctx: Ctx, orderId: string): Promise<Order> => mustReach(ctx, await query(ctx, (db) => findOrder(db, { orderId })));

export const tipSplitRpc = implement(
  TipSplitService,
  {
    getTipSplit: async (req, ctx) => ({ tipSplit: toTipSplit(await orderOf(ctx, req.orderId)) }),

    async previewTipSplit(req, ctx) {
      const order = await orderOf(ctx, req.orderId);
      return { tipSplit: toTipSplit(order, wanted(order, req)) };
    },

    async setTipSplit(req, ctx) {
      return await command(ctx, async (tx) => {
        const order = await changeOrder(tx, req, "tip split", (before) => ({ ...before, ...wanted(before, req) }));
        return { tipSplit: toTipSplit(order), order: toOrder(order) };
      });
    },
  },
  { money: { previewTipSplit: inOrder, setTipSplit: inOrder } },
);
