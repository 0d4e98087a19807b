import { implement } from "@leashline/kit";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { discountHandlers } from "./discounts/discount.rpc.ts";
import { reconcileHandlers } from "./invoices/reconcile.rpc.ts";
import { lineHandlers } from "./lines/line.rpc.ts";
import { newOrderHandlers } from "./lines/new-order.rpc.ts";
import { reopenHandlers } from "./lines/reopen.rpc.ts";
import { orderHandlers } from "./orders/order.rpc.ts";
import { inNewOrder, inOrder } from "./orders/order-currency.ts";
import { moveHandlers } from "./orders/order-moves.rpc.ts";
import { tipHandlers } from "./tips/tip.rpc.ts";

const money = {
  createOrder: inNewOrder,
  addLine: inOrder,
  addServiceCharge: inOrder,
  setDiscount: inOrder,
  setTips: inOrder,
};

/** The contract has one service for orders; its RPCs live in the rooms of what they change. */
export const orderRpc = implement(
  OrderService,
  {
    ...orderHandlers,
    ...moveHandlers,
    ...reconcileHandlers,
    ...lineHandlers,
    ...newOrderHandlers,
    ...reopenHandlers,
    ...discountHandlers,
    ...tipHandlers,
  },
  { money },
);
