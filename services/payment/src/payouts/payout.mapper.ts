import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import {
  PayoutItemKind,
  type PayoutItemSchema,
  type PayoutSchema,
  PayoutStatus,
  type PayoutSumSchema,
} from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import type { MovementKind, PayoutState } from "../provider/provider.ts";
import type { ItemRow, KindSum, PayoutRow } from "./payout-list.store.ts";

const kindOf: Record<MovementKind, PayoutItemKind> = {
  charge: PayoutItemKind.CHARGE,
  refund: PayoutItemKind.REFUND,
  dispute: PayoutItemKind.DISPUTE,
  payout: PayoutItemKind.EARLIER_PAYOUT,
  other: PayoutItemKind.OTHER,
};

const statusOf: Record<PayoutState, PayoutStatus> = {
  pending: PayoutStatus.PENDING,
  in_transit: PayoutStatus.IN_TRANSIT,
  paid: PayoutStatus.PAID,
  failed: PayoutStatus.FAILED,
  canceled: PayoutStatus.CANCELED,
};

export function toPayout(row: PayoutRow): MessageInitShape<typeof PayoutSchema> {
  const [gross, fees] = [BigInt(row.gross), BigInt(row.fees)];
  return {
    id: row.payoutId,
    businessId: row.businessId,
    status: statusOf[row.state],
    gross: toMoney(gross, row.currency),
    fees: toMoney(fees, row.currency),
    amount: toMoney(gross - fees, row.currency),
    currency: row.currency,
    ...(row.arrivesOn && { arrivalDate: toWireDate(row.arrivesOn) }),
    createTime: toTimestamp(row.createdAt),
    description: row.description,
    platform: "stripe",
    providerId: row.providerId,
    failureMessage: row.failure,
    itemizing: row.itemizing,
  };
}

export const toSum = ({ kind, count, amount, fee }: KindSum, currency: string): MessageInitShape<typeof PayoutSumSchema> => ({
  kind: kindOf[kind],
  count,
  amount: toMoney(BigInt(amount), currency),
  fee: toMoney(BigInt(fee), currency),
});

export const toItem = (row: ItemRow, currency: string): MessageInitShape<typeof PayoutItemSchema> => ({
  id: row.movementId,
  kind: kindOf[row.kind],
  amount: toMoney(BigInt(row.amount), currency),
  fee: toMoney(BigInt(row.fee), currency),
  paymentId: row.paymentId ?? "0",
  orderId: row.orderId ?? "0",
  customerId: row.customerId ?? "0",
  ...(row.businessDate && { businessDate: toWireDate(row.businessDate) }),
});
