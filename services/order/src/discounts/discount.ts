import { fail, fromMoney, inList } from "@leashline/kit";
import type { DiscountInput } from "@leashline/proto/leashline/order/v1/order_edits_pb.js";
import { lineOf, type Order, type OrderDiscount } from "../orders/order.ts";
import { editable } from "../orders/order-moves.ts";
import { parsePercent } from "../totals/percent.ts";

const wholePercent = 1_000_000n;

function discountOf(order: Order, asked: DiscountInput, index: number): OrderDiscount {
  const field = inList("discounts", index);
  const type = asked.type.toLowerCase();
  if (type !== "amount" && type !== "percentage") throw fail("DISCOUNT_TYPE_INVALID", { field: `${field}.type` });
  if (asked.orderLineItemId !== "0") lineOf(order, asked.orderLineItemId);
  const percent = parsePercent(asked.percentage);
  if (type === "percentage" && (percent === null || percent > wholePercent)) {
    throw fail("PARAMS_INVALID", { field: `${field}.percentage`, reason: "a percentage from 0 to 100" });
  }
  const isAmount = type === "amount";
  return {
    discountId: `new-${index}`,
    type,
    amount: isAmount ? fromMoney(asked.amount).minor : 0n,
    percentage: isAmount ? "" : asked.percentage,
    orderLineItemId: asked.orderLineItemId,
    reason: asked.reason,
    discountAmount: 0n,
  };
}

export const discountsSet = (order: Order, asked: readonly DiscountInput[]): Order => ({
  ...editable(order),
  discounts: asked.map((discount, i) => discountOf(order, discount, i)),
});
