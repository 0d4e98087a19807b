import type { SplitMethod } from "../tips/tip-split.ts";
import type { DiscountSequence } from "../totals/totals.ts";
import type { Order } from "./order.ts";

export type OrderSetting = { sequence: DiscountSequence; bestOnly: boolean; splitMethod: SplitMethod };

type NewOrder = Pick<Order, "businessId" | "customerId" | "customerName" | "appointmentId" | "type" | "currency" | "businessDate"> & {
  setting: OrderSetting;
};

const nothing = {
  subTotal: 0n,
  discount: 0n,
  tax: 0n,
  tips: 0n,
  total: 0n,
  paid: 0n,
  paidTips: 0n,
  refunded: 0n,
  remain: 0n,
  overpaid: 0n,
};

// An empty order; how it is worked out is fixed by the company's setting as it stands now.
export function newOrder({ setting, ...facts }: NewOrder, now = new Date()): Order {
  return {
    ...facts,
    orderId: "",
    state: "open",
    guid: "",
    tipsType: "",
    tipsAmount: 0n,
    tipsRate: "",
    ...setting,
    splitCustom: null,
    appointmentStatus: 0,
    appointmentVersion: 0,
    appointmentLines: [],
    setAside: [],
    changedAfterPayment: false,
    appointmentDiffers: false,
    version: 0,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    cancelledAt: null,
    lines: [],
    discounts: [],
    payments: [],
    refunds: [],
    ...nothing,
    paymentStatus: "unpaid",
  };
}
