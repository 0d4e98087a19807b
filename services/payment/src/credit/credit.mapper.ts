import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { CreditChangeKind, type CreditChangeSchema } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import type { CreditChangedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { CreditRow } from "./credit.store.ts";
import type { CreditKind } from "./credit.ts";

const kindOf: Record<CreditKind, CreditChangeKind> = {
  given: CreditChangeKind.GIVEN,
  taken_back: CreditChangeKind.TAKEN_BACK,
  refund: CreditChangeKind.REFUND,
  spent: CreditChangeKind.SPENT,
  returned: CreditChangeKind.RETURNED,
  undo: CreditChangeKind.UNDO,
  settled: CreditChangeKind.SETTLED,
};

export const toChange = (row: CreditRow): MessageInitShape<typeof CreditChangeSchema> => ({
  changeId: row.changeId,
  businessId: row.businessId,
  customerId: row.customerId,
  kind: kindOf[row.kind],
  amount: toMoney(row.amount, row.currency),
  balance: toMoney(row.balance, row.currency),
  reason: row.reason,
  staffId: row.staffId,
  businessDate: toWireDate(row.businessDate),
  createTime: toTimestamp(row.createdAt),
  orderId: row.orderId,
  paymentId: row.paymentId,
  refundId: row.refundId,
  undoesId: row.undoes ?? "0",
  undone: row.undone,
});

type Has = { customerId: string; currency: string; balance: bigint | string };

/** How much a client has now, as others are told. */
export const toCreditChanged = ({ customerId, currency, balance }: Has): MessageInitShape<typeof CreditChangedSchema> => ({
  customerId,
  balance: toMoney(BigInt(balance), currency),
});
