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
    id: row.refund_id,
    paymentId: row.payment_id,
    orderId: row.order_id,
    amount: toMoney(row.amount, payment.currency),
    status: refundStatus[row.state] ?? RefundStatus.UNSPECIFIED,
    reason: row.reason,
    method: payment.method,
    failureMessage: row.failure_message,
    createTime: toTimestamp(row.created_at),
    recordedAt: toTimestamp(row.recorded_at),
    staffId: row.staff_id,
  });
}

export const refundable = (row: PaymentRow): bigint =>
  refundableOf({
    state: stateOf(row),
    amount: BigInt(row.amount),
    refunded: BigInt(row.refunded),
    pendingRefunds: BigInt(row.pending_refunds),
  });

export function paymentMessage(row: PaymentWithRefunds): Payment {
  const money = (minor: string | bigint) => toMoney(minor, row.currency);
  return create(PaymentSchema, {
    id: row.payment_id,
    businessId: row.business_id,
    orderId: row.order_id,
    customerId: row.customer_id,
    amount: money(row.amount),
    tips: money(row.tips),
    method: row.method,
    methodId: row.method_id,
    status: statusNumber[stateOf(row)],
    vendor: row.vendor,
    intentId: row.intent_id ?? "",
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
    cardFunding: row.card_funding,
    checkNumber: row.check_number,
    paidBy: row.paid_by,
    description: row.description,
    staffId: row.staff_id,
    refunded: money(row.refunded),
    refundable: money(refundable(row)),
    processingFee: money(row.processing_fee),
    refunds: row.refunds.map((refund) => refundMessage(refund, row)),
    failureMessage: row.failure_message,
    failureCode: row.failure_code,
    clientSecret: row.client_secret,
    consentUrl: row.consent_url,
    businessDate: toWireDate(row.business_date as unknown as string),
    createTime: toTimestamp(row.created_at),
    recordedAt: toTimestamp(row.recorded_at),
    isDeposit: row.is_deposit,
    module: row.module,
  });
}
