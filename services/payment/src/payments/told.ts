import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { toMoney } from "@leashline/kit";
import type { PaymentRecordedSchema, RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { PaymentRow, RefundRow } from "./payment.store.ts";

// What others are told of money, when it moves and when they ask again.

type AboutPayment = Pick<PaymentRow, "payment_id" | "order_id" | "business_id" | "customer_id">;
export const about = (row: AboutPayment) => ({
  paymentId: row.payment_id,
  orderId: row.order_id,
  businessId: row.business_id,
  customerId: row.customer_id,
});

export const recorded = (row: PaymentRow, recordedAt: Date): MessageInitShape<typeof PaymentRecordedSchema> => ({
  ...about(row),
  amount: toMoney(row.amount, row.currency),
  tips: toMoney(row.tips, row.currency),
  method: row.method,
  recordedAt: timestampFromDate(recordedAt),
  businessDate: row.business_date as unknown as string,
  cardBrand: row.card_brand,
  cardLast4: row.card_last4,
});

type RefundedPayment = AboutPayment & Pick<PaymentRow, "currency" | "method">;
type Refunded = Pick<RefundRow, "refund_id" | "amount" | "reason" | "business_date">;
export const refundRecorded = (
  payment: RefundedPayment,
  row: Refunded,
  recordedAt: Date,
): MessageInitShape<typeof RefundRecordedSchema> => ({
  ...about(payment),
  refundId: row.refund_id,
  amount: toMoney(row.amount, payment.currency),
  method: payment.method,
  reason: row.reason,
  recordedAt: timestampFromDate(recordedAt),
  businessDate: row.business_date as unknown as string,
});
