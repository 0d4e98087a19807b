import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import {
  type DisputeFileSchema,
  type DisputeSchema,
  DisputeStatus,
  DisputeFileKind as Kind,
} from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { type DisputeState, type EvidenceKind, evidenceKinds } from "../provider/provider.ts";
import type { ShownDispute } from "./dispute.store.ts";
import type { FileRow } from "./dispute-file.store.ts";
import { nameOf } from "./dispute-file.ts";

const kindOf: Record<EvidenceKind, Kind> = {
  receipt: Kind.RECEIPT,
  customer_signature: Kind.CUSTOMER_SIGNATURE,
  customer_communication: Kind.CUSTOMER_COMMUNICATION,
  service_documentation: Kind.SERVICE_DOCUMENTATION,
  uncategorized: Kind.UNCATEGORIZED,
};

/** The kind as it is kept; a request names no other. */
export const evidenceKindOf = (kind: Kind): EvidenceKind => evidenceKinds.find((one) => kindOf[one] === kind) ?? "uncategorized";

const toFile = (row: FileRow): MessageInitShape<typeof DisputeFileSchema> => ({
  kind: kindOf[row.kind],
  fileName: nameOf(row.path),
  size: row.size,
  path: row.path,
  addTime: toTimestamp(row.addedAt),
  addedByName: row.addedByName,
});

const statusOf: Record<DisputeState, DisputeStatus> = {
  open: DisputeStatus.OPEN,
  won: DisputeStatus.WON,
  lost: DisputeStatus.LOST,
};

export const statesOf = (statuses: readonly DisputeStatus[]): DisputeState[] =>
  (Object.keys(statusOf) as DisputeState[]).filter((state) => statuses.includes(statusOf[state]));

export const toDispute = (row: ShownDispute, files: readonly FileRow[]): MessageInitShape<typeof DisputeSchema> => ({
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
  files: evidenceKinds.flatMap((kind) => files.filter((file) => file.kind === kind)).map(toFile),
});
