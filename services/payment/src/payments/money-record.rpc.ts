import { implement } from "@leashline/kit";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { query } from "../db.ts";
import { paymentsAfter, refundsAfter } from "./money-record.store.ts";
import { recorded, refundRecorded } from "./told.ts";

const atOnce = 200;

export const moneyRecordRpc = implement(MoneyRecordService, {
  listPaymentRecords: async ({ afterPaymentId, pageSize }, ctx) => {
    const rows = await query(ctx, (db) => paymentsAfter(db, afterPaymentId, pageSize || atOnce));
    return { payments: rows.map((row) => recorded(row, row.recordedAt as Date)) };
  },

  listRefundRecords: async ({ afterRefundId, pageSize }, ctx) => {
    const rows = await query(ctx, (db) => refundsAfter(db, afterRefundId, pageSize || atOnce));
    return { refunds: rows.map((row) => refundRecorded(row, row, row.recordedAt as Date)) };
  },
});
