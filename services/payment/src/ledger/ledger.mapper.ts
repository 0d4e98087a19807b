import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
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
