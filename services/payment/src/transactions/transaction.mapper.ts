import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import {
  TransactionChannel,
  type TransactionSchema,
  type TransactionTotalsSchema,
} from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { statusOf } from "../payments/payment.mapper.ts";
import type { Sums } from "./transaction.store.ts";
import { figuresOf, stateOf, type Transaction, vendors } from "./transaction.ts";

const vendorOf: Partial<Record<TransactionChannel, string>> = {
  [TransactionChannel.CARD_PROVIDER]: vendors.first,
  [TransactionChannel.SECOND_CARD_PROVIDER]: vendors.second,
};

/** The vendor of a channel; empty for all. */
export const fromChannel = (channel: TransactionChannel): string => vendorOf[channel] ?? "";

function toChannel(vendor: string): TransactionChannel {
  if (vendor === vendors.first) return TransactionChannel.CARD_PROVIDER;
  return vendor === vendors.second ? TransactionChannel.SECOND_CARD_PROVIDER : TransactionChannel.UNSPECIFIED;
}

export function toTransaction(transaction: Transaction): MessageInitShape<typeof TransactionSchema> {
  const [first] = transaction.payments;
  const figures = figuresOf(transaction);
  const money = (minor: bigint) => toMoney(minor, first.currency);
  return {
    id: first.paymentId,
    businessId: first.businessId,
    customerId: first.customerId,
    amount: money(figures.amount),
    tips: money(figures.tips),
    refunded: money(figures.refunded),
    processingFee: money(figures.fee),
    convenienceFee: money(figures.onTop),
    net: money(figures.net),
    method: first.method,
    cardBrand: first.cardBrand,
    cardLast4: first.cardLast4,
    checkNumber: first.checkNumber,
    status: statusOf[stateOf(transaction)],
    channel: toChannel(first.vendor),
    staffId: first.staffId,
    businessDate: toWireDate(first.businessDate),
    createTime: toTimestamp(first.createdAt),
    orderIds: transaction.payments.map(({ orderId }) => orderId),
    failureMessage: transaction.payments.find(({ failureMessage }) => failureMessage)?.failureMessage ?? "",
    isDeposit: first.isDeposit,
  };
}

export const toTotals = (
  { taken, tips, refunded, fee, onTop }: Sums,
  currency: string,
): MessageInitShape<typeof TransactionTotalsSchema> => ({
  taken: toMoney(taken, currency),
  tips: toMoney(tips, currency),
  refunded: toMoney(refunded, currency),
  processingFee: toMoney(fee, currency),
  convenienceFee: toMoney(onTop, currency),
  net: toMoney(taken + onTop - refunded - fee, currency),
});
