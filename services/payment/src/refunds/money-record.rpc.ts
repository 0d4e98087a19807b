import { implement } from "@leashline/kit";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { cardCountsAfter } from "../cards/card.store.ts";
import { toCreditChanged } from "../credit/credit.mapper.ts";
import { creditsAfter } from "../credit/credit.store.ts";
import { query } from "../db.ts";
import { toKeptDepositEntry } from "../ledger/ledger.mapper.ts";
import { toPaymentRecorded, toRefundRecorded } from "../payments/payment.mapper.ts";
import { keptAfter, paymentsAfter, refundsAfter } from "./money-record.store.ts";

const atOnce = 200;

export const moneyRecordRpc = implement(MoneyRecordService, {
  async listPaymentRecords({ afterPaymentId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => paymentsAfter(db, afterPaymentId, pageSize || atOnce));
    return { payments: rows.map(toPaymentRecorded) };
  },

  async listRefundRecords({ afterRefundId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => refundsAfter(db, afterRefundId, pageSize || atOnce));
    return { refunds: rows.map((row) => toRefundRecorded(row, row)) };
  },

  async listKeptDepositRecords({ afterEntryId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => keptAfter(db, afterEntryId, pageSize || atOnce));
    return { entries: rows.map(toKeptDepositEntry) };
  },

  async listCreditRecords({ afterCustomerId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => creditsAfter(db, afterCustomerId, pageSize || atOnce));
    return { clients: rows.map(toCreditChanged) };
  },

  async listCardRecords({ afterCustomerId, pageSize }, ctx) {
    return { clients: await query(ctx, (db) => cardCountsAfter(db, afterCustomerId, pageSize || atOnce)) };
  },
});
