import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { KeptDepositEntrySchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { LedgerEntrySchema } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import type { StoredEntry } from "./ledger.store.ts";

export const toEntry = (entry: StoredEntry): MessageInitShape<typeof LedgerEntrySchema> => ({
  entryId: entry.entryId,
  businessId: entry.businessId,
  kind: entry.kind,
  orderId: entry.orderId,
  paymentId: entry.paymentId,
  refundId: entry.refundId,
  drawerId: entry.drawerId,
  businessDate: toWireDate(entry.businessDate),
  time: toTimestamp(entry.at),
  postings: entry.postings.map((p) => ({ account: p.account, amount: toMoney(p.amount, entry.currency) })),
});

export type KeptEntry = {
  entryId: string;
  orderId: string;
  businessId: string;
  customerId: string;
  currency: string;
  change: bigint;
  at: Date;
  businessDate: string;
};

export const toKeptDepositEntry = ({ at, change, currency, ...entry }: KeptEntry): MessageInitShape<typeof KeptDepositEntrySchema> => ({
  entryId: entry.entryId,
  orderId: entry.orderId,
  businessId: entry.businessId,
  customerId: entry.customerId,
  change: toMoney(change, currency),
  recordedAt: toTimestamp(at),
  businessDate: entry.businessDate,
});
