import { consumer, fromMoney, fromTimestamp, on, projection, type Tx } from "@leashline/kit";
import {
  DepositKeptSchema,
  type KeptDepositEntry,
  type PaymentRecorded,
  PaymentRecordedSchema,
  type RefundRecorded,
  RefundRecordedSchema,
  RefundReversedSchema,
} from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import type { DB } from "../db.ts";
import { minor } from "./minor.ts";
import { salesChanged } from "./sales-changed.ts";

type Movement = PaymentRecorded | RefundRecorded;

const columns = {
  orderId: (movement: Movement) => movement.orderId,
  businessId: (movement: Movement) => movement.businessId,
  customerId: (movement: Movement) => movement.customerId,
  businessDate: (movement: Movement) => movement.businessDate,
  method: (movement: Movement) => movement.method,
  currency: (movement: Movement) => fromMoney(movement.amount).currency,
  amount: (movement: Movement) => minor(movement.amount),
  cardFee: (movement: Movement) => minor(movement.convenienceFee),
  recordedAt: (movement: Movement) => fromTimestamp(movement.recordedAt) ?? new Date(0),
};

/** What came in, by day and method. */
export const payments = projection<PaymentRecorded>({
  table: "moneyFact",
  of: { kind: "payment" },
  key: "id",
  columns: { id: (payment) => payment.paymentId, tips: (payment) => minor(payment.tips), ...columns },
  events: [on(PaymentRecordedSchema, (event) => [event])],
  source: async (ctx, afterPaymentId, pageSize) =>
    (await ctx.client(MoneyRecordService).listPaymentRecords({ afterPaymentId, pageSize })).payments,
  changed: salesChanged,
  eager: true,
  apart: true,
});

/** What went back. A refund that failed after all took nothing back. */
export const refunds = projection<RefundRecorded>({
  table: "moneyFact",
  of: { kind: "refund" },
  key: "id",
  columns: { id: (refund) => refund.refundId, tips: () => "0", ...columns },
  events: [on(RefundRecordedSchema, (event) => [event])],
  gone: [on(RefundReversedSchema, (event) => [event.refundId])],
  source: async (ctx, afterRefundId, pageSize) =>
    (await ctx.client(MoneyRecordService).listRefundRecords({ afterRefundId, pageSize })).refunds,
  changed: salesChanged,
  eager: true,
  apart: true,
});

/** What became the business's of canceled visits' deposits, entry by entry; below zero what it gave up again. */
export const keptDeposits = projection<KeptDepositEntry>({
  table: "moneyFact",
  of: { kind: "kept_deposit" },
  key: "id",
  columns: {
    id: (entry) => entry.entryId,
    orderId: (entry) => entry.orderId,
    businessId: (entry) => entry.businessId,
    customerId: (entry) => entry.customerId,
    businessDate: (entry) => entry.businessDate,
    method: () => "",
    currency: (entry) => fromMoney(entry.change).currency,
    amount: (entry) => minor(entry.change),
    cardFee: () => "0",
    tips: () => "0",
    recordedAt: (entry) => fromTimestamp(entry.recordedAt) ?? new Date(0),
  },
  events: [on(DepositKeptSchema, ({ entry }) => (entry ? [entry] : []))],
  source: async (ctx, afterEntryId, pageSize) =>
    (await ctx.client(MoneyRecordService).listKeptDepositRecords({ afterEntryId, pageSize })).entries,
  changed: salesChanged,
  eager: true,
  apart: true,
});

export const refundReversed = consumer(RefundReversedSchema, async (tx: Tx<DB>, { businessId }) =>
  tx.notify("reporting.sales", { businessId }),
);
