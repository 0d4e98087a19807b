import { type Tx, toMoney, toTimestamp } from "@leashline/kit";
import { RefundRecordedSchema, RefundReversedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { post } from "../ledger/ledger.store.ts";
import { refund, refundReversal } from "../ledger/ledger.ts";
import { mustLockAccount, type StoredAccount } from "../ledger/order-account.store.ts";
import { saveHolding } from "../ledger/order-update.ts";
import { toReference, toRefundRecorded } from "../payments/payment.mapper.ts";
import { lockPayment, type PaymentRow, type RefundRow, updatePayment } from "../payments/payment.store.ts";
import { keyOf, notifyChanged } from "../payments/record-payment.ts";
import { lockRefund, mustFindRefund, updateRefund } from "./refund.store.ts";

/** A refund with the payment it is of and the account of its order, all locked. */
export type Held = { account: StoredAccount; payment: PaymentRow; refund: RefundRow };

const about = ({ payment, refund: row }: Held) => ({
  businessId: payment.businessId,
  orderId: row.orderId,
  paymentId: row.paymentId,
  refundId: row.refundId,
  businessDate: row.businessDate,
  currency: payment.currency,
});

/** What of a deposit goes back is held no longer. */
async function saveRefunded(tx: Tx<DB>, { account, payment, refund: row }: Held, amount: bigint): Promise<void> {
  const { money } = account;
  const deposits = payment.isDeposit ? money.deposits - amount : money.deposits;
  await saveHolding(tx, account, { ...money, refunded: money.refunded + amount, deposits }, row.businessDate);
}

/** Enters money that went back. */
export async function enterRefund(tx: Tx<DB>, held: Held): Promise<void> {
  const { payment, refund: row } = held;
  await post(tx.db, refund(payment.kind, row), { ...about(held), source: `refund:${row.refundId}` });
  await saveRefunded(tx, held, row.amount);
  tx.emit(RefundRecordedSchema, toRefundRecorded(payment, row), keyOf(row.orderId));
  const { amount, convenienceFee, reason } = row;
  const after = { amount, method: payment.method, reason, ...(convenienceFee > 0n && { convenienceFee }) };
  tx.log({ entity: "refund", id: row.refundId, action: "created", businessId: payment.businessId, after });
  notifyChanged(tx, payment);
}

export type RefundOutcome = { state: "accepted" | "failed"; id: string; failureMessage: string };

/** Records what the provider says of a refund; also later, when it takes one back that had been recorded. */
export async function recordRefund(tx: Tx<DB>, refundId: string, outcome: RefundOutcome): Promise<void> {
  const { orderId, paymentId } = await mustFindRefund(tx.db, refundId);
  const account = await mustLockAccount(tx.db, orderId);
  const payment = await lockPayment(tx.db, paymentId);
  const held = { account, payment, refund: await lockRefund(tx.db, refundId) };
  const { state } = held.refund;
  if (state === "processing" && outcome.state === "accepted") await accept(tx, held, outcome);
  if (state === "processing" && outcome.state === "failed") await recordFailure(tx, held, outcome);
  if (state === "created" && outcome.state === "failed") await reverse(tx, held, outcome);
}

async function accept(tx: Tx<DB>, { account, payment, refund: row }: Held, { id }: RefundOutcome): Promise<void> {
  const next = await updateRefund(tx.db, row, { state: "created", recordedAt: new Date(), providerRefundId: id });
  const pendingRefunds = payment.pendingRefunds - row.amount;
  const refunded = payment.refunded + row.amount;
  await enterRefund(tx, { account, payment: await updatePayment(tx.db, payment, { pendingRefunds, refunded }), refund: next });
}

// What of the fee did not go back after all.
const withoutFee = (payment: PaymentRow, { convenienceFee }: RefundRow) => ({
  convenienceFeeBack: payment.convenienceFeeBack - convenienceFee,
});

async function recordFailure(tx: Tx<DB>, { payment, refund: row }: Held, { id, failureMessage }: RefundOutcome): Promise<void> {
  await updateRefund(tx.db, row, { state: "failed", failureMessage, ...(id ? { providerRefundId: id } : {}) });
  await updatePayment(tx.db, payment, { pendingRefunds: payment.pendingRefunds - row.amount, ...withoutFee(payment, row) });
  notifyChanged(tx, payment);
}

async function reverse(tx: Tx<DB>, held: Held, { failureMessage }: RefundOutcome): Promise<void> {
  const { payment, refund: row } = held;
  await updateRefund(tx.db, row, { state: "failed", failureMessage });
  await updatePayment(tx.db, payment, { refunded: payment.refunded - row.amount, ...withoutFee(payment, row) });
  await post(tx.db, refundReversal(payment.kind, row), { ...about(held), source: `refund_reversal:${row.refundId}` });
  await saveRefunded(tx, held, -row.amount);
  const event = {
    ...toReference(payment),
    refundId: row.refundId,
    amount: toMoney(row.amount, payment.currency),
    recordedAt: toTimestamp(new Date()),
    businessDate: row.businessDate,
  };
  tx.emit(RefundReversedSchema, event, keyOf(row.orderId));
  notifyChanged(tx, payment);
}
