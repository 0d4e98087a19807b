import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { OrderSetting } from "../settings/setting.ts";
import type { Order } from "./order.ts";

type NewOrder = Pick<Order, "businessId" | "customerId" | "customerName" | "appointmentId" | "type" | "currency" | "businessDate"> & {
  feeFor?: string | null;
  setting: OrderSetting;
};

const nothing = {
  subTotal: 0n,
  discount: 0n,
  refundAdjustment: 0n,
  refundTax: 0n,
  refundTips: 0n,
  tax: 0n,
  includedTax: 0n,
  tips: 0n,
  tippable: 0n,
  total: 0n,
  paid: 0n,
  paidTips: 0n,
  refunded: 0n,
  remain: 0n,
  overpaid: 0n,
  deposit: 0n,
  kept: 0n,
};

/** An empty order; how it is worked out is fixed by the company's setting of now. */
export function newOrder({ setting, feeFor = null, ...facts }: NewOrder, now = new Date()): Order {
  return {
    ...facts,
    ...setting,
    ...nothing,
    feeFor,
    orderId: "",
    number: "",
    state: "open",
    guid: "",
    tipsType: "",
    tipsAmount: 0n,
    tipsRate: "",
    splitCustom: null,
    appointmentStatus: AppointmentStatus.UNSPECIFIED,
    appointmentVersion: 0,
    appointmentLines: [],
    suspended: [],
    autoCharges: [],
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
    paymentStatus: "unpaid",
  };
}
