import type { Impl } from "@leashline/kit";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { checkedEdit } from "../orders/checked-edit.ts";
import { discountsSet } from "./discount.ts";

export const discountHandlers = {
  setDiscount: async (req, ctx) => await checkedEdit(ctx, req, "discount", (order) => discountsSet(order, req.discounts)),
} satisfies Partial<Impl<typeof OrderService>>;
