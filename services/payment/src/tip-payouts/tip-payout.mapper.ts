import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { TipPayoutSchema, TipsOwedSchema } from "@leashline/proto/leashline/payment/v1/tip_payout_service_pb.js";
import type { OwedRow, PayoutRow } from "./tip-payout.store.ts";
import { owedOf, undoMs } from "./tip-payout.ts";

export const toOwed = (
  row: OwedRow,
  { businessId, currency }: { businessId: string; currency: string },
): MessageInitShape<typeof TipsOwedSchema> => ({
  businessId,
  staffId: row.staffId,
  earned: toMoney(row.earned, currency),
  paidOut: toMoney(row.paidOut, currency),
  owed: toMoney(owedOf(row), currency),
});

export const toPayout = (row: PayoutRow): MessageInitShape<typeof TipPayoutSchema> => ({
  tipPayoutId: row.tipPayoutId,
  businessId: row.businessId,
  staffId: row.staffId,
  amount: toMoney(row.amount, row.currency),
  fromDrawer: row.drawerId !== "0",
  note: row.note,
  paidById: row.paidById,
  businessDate: toWireDate(row.businessDate),
  createTime: toTimestamp(row.createdAt),
  undoUntil: toTimestamp(row.undoneAt ? null : new Date(row.createdAt.getTime() + undoMs)),
  undoTime: toTimestamp(row.undoneAt),
});
