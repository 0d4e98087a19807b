import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { toMoney } from "@leashline/kit";
import type { PaymentRecordedSchema, RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { PaymentRow, RefundRow } from "./payment.store.ts";

// What others are told of money, when it moves and when they ask again.

type AboutPayment = Pick<PaymentRow, "paymentId" | "orderId" | "businessId" | "customerId">;
export const about = (row: AboutPayment) => ({
  paymentId: row.paymentId,
  orderId: row.orderId,
  businessId: row.businessId,
  customerId: row.customerId,
});

export const recorded = (row: PaymentRow, recordedAt: Date): MessageInitShape<typeof PaymentRecordedSchema> => ({
  ...about(row),
  amount: toMoney(row.amount, row.currency),
  tips: toMoney(row.tips, row.currency),
  method: row.method,
  recordedAt: timestampFromDate(recordedAt),
  businessDate: row.businessDate as unknown as string,
  cardBrand: row.cardBrand,
  cardLast4: row.cardLast4,
});

type RefundedPayment = AboutPayment & Pick<PaymentRow, "currency" | "method">;
type Refunded = Pick<RefundRow, "refundId" | "amount" | "reason" | "businessDate">;
export const refundRecorded = (
  payment: RefundedPayment,
  row: Refunded,
  recordedAt: Date,
): MessageInitShape<typeof RefundRecordedSchema> => ({
  ...about(payment),
  refundId: row.refundId,
  amount: toMoney(row.amount, payment.currency),
  method: payment.method,
  reason: row.reason,
  recordedAt: timestampFromDate(recordedAt),
  businessDate: row.businessDate as unknown as string,
});
