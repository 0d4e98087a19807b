import { type Tx, toMoney, toTimestamp } from "@leashline/kit";
import { RefundRecordedSchema, RefundReversedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { moveCredit } from "../credit/move-credit.ts";
import type { DB } from "../db.ts";
import { enter } from "../ledger/ledger.store.ts";
import { refund, refundReversal } from "../ledger/ledger.ts";
import { mustLockAccount, type StoredAccount } from "../ledger/order-account.store.ts";
import { saveHolding } from "../ledger/order-update.ts";
import { toReference, toRefundRecorded } from "../payments/payment.mapper.ts";
import { lockPayment, type PaymentRow, type RefundRow, updatePayment } from "../payments/payment.store.ts";
import { chargedOf, kindBack, methodBack } from "../payments/payment.ts";
import { keyOf, notifyChanged } from "../payments/record-payment.ts";
import { lockRefund, lockWaiting, mustFindRefund, updateRefund } from "./refund.store.ts";

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

/** Who paid, or whose bill it is where that is not known: to them it goes back. */
export const clientOf = (account: Pick<StoredAccount, "customerId">, payment: Pick<PaymentRow, "customerId">): string =>
  payment.customerId !== "0" ? payment.customerId : account.customerId;

async function keepAsCredit(tx: Tx<DB>, { account, payment, refund: row }: Held): Promise<void> {
  const { businessId, currency, paymentId } = payment;
  await moveCredit(tx, {
    ...{ businessId, currency, paymentId, customerId: clientOf(account, payment) },
    ...{ orderId: row.orderId, refundId: row.refundId, reason: row.reason, staffId: row.staffId, businessDate: row.businessDate },
    kind: payment.kind === "credit" ? "returned" : "refund",
    amount: chargedOf(row),
  });
}

/** Enters money that went back. */
export async function enterRefund(tx: Tx<DB>, held: Held): Promise<void> {
  const { payment, refund: row } = held;
  const kind = kindBack(payment, row.way);
  enter(tx, refund(kind, row), { ...about(held), source: `refund:${row.refundId}` });
  if (kind === "credit") await keepAsCredit(tx, held);
  await saveRefunded(tx, held, row.amount);
  tx.emit(RefundRecordedSchema, toRefundRecorded(payment, row), keyOf(row.orderId));
  const { amount, convenienceFee, reason } = row;
  const after = { amount, method: methodBack(payment, row.way), reason, ...(convenienceFee > 0n && { convenienceFee }) };
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
  if (state === "processing" && outcome.state === "accepted") await withWaiting(tx, held, (one) => accept(tx, one, outcome));
  if (state === "processing" && outcome.state === "failed") await withWaiting(tx, held, (one) => recordFailure(tx, one, outcome));
  if (state === "created" && outcome.state === "failed") await reverse(tx, held, outcome);
}

/** What becomes of a refund becomes of those that wait for it, one after the other, each on what the one before left. */
async function withWaiting(tx: Tx<DB>, held: Held, record: (one: Held) => Promise<PaymentRow>): Promise<void> {
  let payment = await record(held);
  for (const refund of await lockWaiting(tx.db, held.refund.refundId))
    payment = await record({ account: await mustLockAccount(tx.db, refund.orderId), payment, refund });
}

const providerId = ({ refund: row }: Held, { id }: RefundOutcome) => (row.providerRef !== null && id ? { providerRefundId: id } : {});

async function accept(tx: Tx<DB>, held: Held, outcome: RefundOutcome): Promise<PaymentRow> {
  const { account, payment, refund: row } = held;
  const next = await updateRefund(tx.db, row, { state: "created", recordedAt: new Date(), ...providerId(held, outcome) });
  const pendingRefunds = payment.pendingRefunds - row.amount;
  const refunded = payment.refunded + row.amount;
  const paid = await updatePayment(tx.db, payment, { pendingRefunds, refunded });
  await enterRefund(tx, { account, payment: paid, refund: next });
  return paid;
}

// What of the fee did not go back after all.
const withoutFee = (payment: PaymentRow, { convenienceFee }: RefundRow) => ({
  convenienceFeeBack: payment.convenienceFeeBack - convenienceFee,
});

async function recordFailure(tx: Tx<DB>, held: Held, outcome: RefundOutcome): Promise<PaymentRow> {
  const { payment, refund: row } = held;
  await updateRefund(tx.db, row, { state: "failed", failureMessage: outcome.failureMessage, ...providerId(held, outcome) });
  const pendingRefunds = payment.pendingRefunds - row.amount;
  const left = await updatePayment(tx.db, payment, { pendingRefunds, ...withoutFee(payment, row) });
  notifyChanged(tx, payment);
  return left;
}

async function reverse(tx: Tx<DB>, held: Held, { failureMessage }: RefundOutcome): Promise<void> {
  const { payment, refund: row } = held;
  await updateRefund(tx.db, row, { state: "failed", failureMessage });
  await updatePayment(tx.db, payment, { refunded: payment.refunded - row.amount, ...withoutFee(payment, row) });
  enter(tx, refundReversal(kindBack(payment, row.way), row), { ...about(held), source: `refund_reversal:${row.refundId}` });
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
