import { create } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import {
  type Payment,
  PaymentSchema,
  PaymentStatus,
  type Refund,
  RefundSchema,
  RefundStatus,
} from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { type PaymentRow, type PaymentWithRefunds, type RefundRow, stateOf } from "./payment.store.ts";
import { type PaymentState, refundableOf } from "./payment.ts";

export const statusNumber: Record<PaymentState, PaymentStatus> = {
  init: PaymentStatus.INIT,
  created: PaymentStatus.CREATED,
  processing: PaymentStatus.PROCESSING,
  paid: PaymentStatus.PAID,
  completed: PaymentStatus.COMPLETED,
  failed: PaymentStatus.FAILED,
};

export const stateOfNumber = (status: PaymentStatus): PaymentState | undefined =>
  (Object.keys(statusNumber) as PaymentState[]).find((state) => statusNumber[state] === status);

const refundStatus: Record<string, RefundStatus> = {
  processing: RefundStatus.PROCESSING,
  created: RefundStatus.CREATED,
  failed: RefundStatus.FAILED,
};

export function refundMessage(row: RefundRow, payment: Pick<PaymentRow, "currency" | "method">): Refund {
  return create(RefundSchema, {
    id: row.refundId,
    paymentId: row.paymentId,
    orderId: row.orderId,
    amount: toMoney(row.amount, payment.currency),
    status: refundStatus[row.state] ?? RefundStatus.UNSPECIFIED,
    reason: row.reason,
    method: payment.method,
    failureMessage: row.failureMessage,
    createTime: toTimestamp(row.createdAt),
    recordedAt: toTimestamp(row.recordedAt),
    staffId: row.staffId,
  });
}

export const refundable = (row: PaymentRow): bigint =>
  refundableOf({
    state: stateOf(row),
    amount: BigInt(row.amount),
    refunded: BigInt(row.refunded),
    pendingRefunds: BigInt(row.pendingRefunds),
  });

export function paymentMessage(row: PaymentWithRefunds): Payment {
  const money = (minor: string | bigint) => toMoney(minor, row.currency);
  return create(PaymentSchema, {
    id: row.paymentId,
    businessId: row.businessId,
    orderId: row.orderId,
    customerId: row.customerId,
    amount: money(row.amount),
    tips: money(row.tips),
    method: row.method,
    methodId: row.methodId,
    status: statusNumber[stateOf(row)],
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
    refundable: money(refundable(row)),
    processingFee: money(row.processingFee),
    refunds: row.refunds.map((refund) => refundMessage(refund, row)),
    failureMessage: row.failureMessage,
    failureCode: row.failureCode,
    clientSecret: row.clientSecret,
    consentUrl: row.consentUrl,
    businessDate: toWireDate(row.businessDate as unknown as string),
    createTime: toTimestamp(row.createdAt),
    recordedAt: toTimestamp(row.recordedAt),
    isDeposit: row.isDeposit,
    module: row.module,
  });
}
