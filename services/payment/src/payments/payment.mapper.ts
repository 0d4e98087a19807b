import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { PaymentRecordedSchema, RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import {
  type Payment,
  PaymentSchema,
  PaymentStatus,
  type Refund,
  RefundEffect,
  RefundSchema,
  RefundStatus,
  RefundWay,
} from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { PaymentRow, PaymentWithRefunds, RefundRow } from "./payment.store.ts";
import {
  isOnline,
  methodBack,
  type PaymentState,
  type RefundEffect as RefundEffectOf,
  type RefundState,
  type RefundWay as RefundWayOf,
  refundableOf,
} from "./payment.ts";

export const statusOf: Record<PaymentState, PaymentStatus> = {
  init: PaymentStatus.INIT,
  created: PaymentStatus.CREATED,
  processing: PaymentStatus.PROCESSING,
  paid: PaymentStatus.PAID,
  completed: PaymentStatus.COMPLETED,
  failed: PaymentStatus.FAILED,
};

/** The states that a request's statuses name; what names none is left out. */
export const statesOf = (statuses: readonly PaymentStatus[]): PaymentState[] =>
  (Object.keys(statusOf) as PaymentState[]).filter((state) => statuses.includes(statusOf[state]));

const refundStatusOf: Record<RefundState, RefundStatus> = {
  processing: RefundStatus.PROCESSING,
  created: RefundStatus.CREATED,
  failed: RefundStatus.FAILED,
};

const effectOf: Record<RefundEffectOf, RefundEffect> = { lowerBill: RefundEffect.LOWER_BILL, stillOwed: RefundEffect.STILL_OWED };

/** What a refund was asked to do to the bill: to lower it, unless told otherwise. */
export const fromEffect = (effect: RefundEffect): RefundEffectOf => (effect === RefundEffect.STILL_OWED ? "stillOwed" : "lowerBill");

const wayOf: Record<RefundWayOf, RefundWay> = {
  original: RefundWay.ORIGINAL,
  credit: RefundWay.STORE_CREDIT,
  cash: RefundWay.CASH,
};

/** How money is asked to go back: the way it came, unless told otherwise. */
export const fromWay = (way: RefundWay): RefundWayOf =>
  way === RefundWay.STORE_CREDIT ? "credit" : way === RefundWay.CASH ? "cash" : "original";

type PaymentReference = Pick<PaymentRow, "paymentId" | "orderId" | "businessId" | "customerId">;
type RefundedPayment = PaymentReference & Pick<PaymentRow, "currency" | "method">;

/** How every event about a payment refers to it. */
export const toReference = ({ paymentId, orderId, businessId, customerId }: PaymentReference) => ({
  paymentId,
  orderId,
  businessId,
  customerId,
});

export function toRefund(row: RefundRow, payment: Pick<RefundedPayment, "currency" | "method">): Refund {
  return create(RefundSchema, {
    id: row.refundId,
    paymentId: row.paymentId,
    orderId: row.orderId,
    amount: toMoney(row.amount, payment.currency),
    status: refundStatusOf[row.state],
    reason: row.reason,
    method: methodBack(payment, row.way),
    way: wayOf[row.way],
    failureMessage: row.failureMessage,
    createTime: toTimestamp(row.createdAt),
    recordedAt: toTimestamp(row.recordedAt),
    staffId: row.staffId,
    effect: effectOf[row.effect],
    orderLineItemId: row.orderLineItemId,
    convenienceFee: toMoney(row.convenienceFee, payment.currency),
  });
}

export function toPayment(row: PaymentWithRefunds): Payment {
  const money = (minor: bigint) => toMoney(minor, row.currency);
  return create(PaymentSchema, {
    id: row.paymentId,
    businessId: row.businessId,
    orderId: row.orderId,
    customerId: row.customerId,
    amount: money(row.amount),
    tips: money(row.tipsIncluded),
    tipsBrought: money(row.tips),
    method: row.method,
    methodId: row.methodId,
    status: statusOf[row.state],
    vendor: row.vendor,
    intentId: row.intentId ?? "",
    cardBrand: row.cardBrand,
    cardLast4: row.cardLast4,
    expMonth: row.expMonth,
    expYear: row.expYear,
    cardFunding: row.cardFunding,
    checkNumber: row.checkNumber,
    paidBy: row.paidBy,
    description: row.description,
    staffId: row.staffId,
    refunded: money(row.refunded),
    refundable: money(refundableOf(row)),
    processingFee: money(row.processingFee),
    refunds: row.refunds.map((refund) => toRefund(refund, row)),
    failureMessage: row.failureMessage,
    failureCode: row.failureCode,
    clientSecret: row.clientSecret,
    consentUrl: row.consentUrl,
    businessDate: toWireDate(row.businessDate),
    createTime: toTimestamp(row.createdAt),
    recordedAt: toTimestamp(row.recordedAt),
    isDeposit: row.isDeposit,
    module: row.module,
    readerId: row.readerId,
    convenienceFee: money(row.convenienceFee),
    convenienceFeeName: row.convenienceFeeName,
    convenienceFeeRefunded: money(row.convenienceFeeBack),
    ...(row.chargeTotal > 0n && { chargedTogether: money(row.chargeTotal) }),
  });
}

/** The event that money came in, also as it is read again later. */
export const toPaymentRecorded = (row: PaymentRow): MessageInitShape<typeof PaymentRecordedSchema> => ({
  ...toReference(row),
  amount: toMoney(row.amount, row.currency),
  tips: toMoney(row.tips, row.currency),
  method: row.method,
  recordedAt: toTimestamp(row.recordedAt),
  businessDate: row.businessDate,
  cardBrand: row.cardBrand,
  cardLast4: row.cardLast4,
  convenienceFee: toMoney(row.convenienceFee, row.currency),
  convenienceFeeName: row.convenienceFeeName,
  online: isOnline(row),
  isDeposit: row.isDeposit,
});

type RecordedRefund = Pick<
  RefundRow,
  "refundId" | "amount" | "convenienceFee" | "reason" | "businessDate" | "recordedAt" | "effect" | "orderLineItemId" | "way"
>;

/** The event that money went back. */
export const toRefundRecorded = (payment: RefundedPayment, row: RecordedRefund): MessageInitShape<typeof RefundRecordedSchema> => ({
  ...toReference(payment),
  refundId: row.refundId,
  amount: toMoney(row.amount, payment.currency),
  method: methodBack(payment, row.way),
  reason: row.reason,
  recordedAt: toTimestamp(row.recordedAt),
  businessDate: row.businessDate,
  effect: effectOf[row.effect],
  orderLineItemId: row.orderLineItemId,
  convenienceFee: toMoney(row.convenienceFee, payment.currency),
});
