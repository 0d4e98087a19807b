import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { type DisputeSchema, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import type { DisputeState } from "../provider/provider.ts";
import type { ShownDispute } from "./dispute.store.ts";

const statusOf: Record<DisputeState, DisputeStatus> = {
  open: DisputeStatus.OPEN,
  won: DisputeStatus.WON,
  lost: DisputeStatus.LOST,
};

export const statesOf = (statuses: readonly DisputeStatus[]): DisputeState[] =>
  (Object.keys(statusOf) as DisputeState[]).filter((state) => statuses.includes(statusOf[state]));

export const toDispute = (row: ShownDispute): MessageInitShape<typeof DisputeSchema> => ({
  id: row.disputeId,
  businessId: row.businessId,
  paymentId: row.paymentId,
  orderId: row.orderId,
  customerId: row.customerId,
  status: statusOf[row.state],
  amount: toMoney(row.amount, row.currency),
  withdrawn: toMoney(row.withdrawn, row.currency),
  reason: row.reason,
  dueTime: toTimestamp(row.state === "open" ? row.dueAt : null),
  response: row.response,
  respondTime: toTimestamp(row.respondedAt),
  businessDate: toWireDate(row.businessDate ?? row.createdAt.toISOString().slice(0, 10)),
  read: row.readVersion >= row.version,
  cardBrand: row.cardBrand ?? "",
  cardLast4: row.cardLast4 ?? "",
});
