import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Tx, toMoney } from "@leashline/kit";
import {
  PaymentFailedSchema,
  PaymentRecordedSchema,
  RefundRecordedSchema,
  RefundReversedSchema,
} from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import { post } from "../ledger/ledger.store.ts";
import { capture, refund, refundReversal } from "../ledger/ledger.ts";
import type { Intent } from "../provider/provider.ts";
import { isOfPayment } from "../provider/provider-ref.ts";
import { mustLockAccount, type StoredAccount, saveMoney } from "./account.store.ts";
import { chargePaidTips } from "./order-account.ts";
import { kindOf, lockPayment, lockRefund, type PaymentRow, type RefundRow, stateOf, updatePayment, updateRefund } from "./payment.store.ts";
import { isSettled } from "./payment.ts";
import { about, recorded, refundRecorded } from "./told.ts";

const key = (orderId: string) => ({ key: `order-${orderId}` });

function notify(tx: Tx<DB>, row: PaymentRow): void {
  tx.notify("payment.changed", { businessId: row.businessId, ids: [row.paymentId] });
}

// Enters money that came in: the ledger, the order's account and the word to others, in one transaction.
export async function enterCapture(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, recordedAt: Date): Promise<StoredAccount> {
  const [amount, tips] = [BigInt(row.amount), BigInt(row.tips)];
  const { money } = account;
  const taken = { ...money, captured: money.captured + amount, capturedTips: money.capturedTips + tips };
  const { account: next, entry } = chargePaidTips(taken);
  const where = { businessId: row.businessId, orderId: row.orderId, paymentId: row.paymentId, currency: row.currency };
  await post(tx, entry, { ...where, businessDate: account.businessDate, source: `tips:${row.paymentId}` });
  const businessDate = row.businessDate as unknown as string;
  await post(tx, capture(kindOf(row), amount), { ...where, businessDate, source: `capture:${row.paymentId}` });
  tx.emit(PaymentRecordedSchema, recorded(row, recordedAt), key(row.orderId));
  tx.log({
    entity: "payment",
    id: row.paymentId,
    action: "completed",
    businessId: row.businessId,
    after: { amount, tips, method: row.method },
  });
  notify(tx, row);
  return await saveMoney(tx, account, next);
}

const cardFields = (intent: Intent) =>
  intent.card
    ? {
        cardBrand: intent.card.brand,
        cardLast4: intent.card.last4,
        cardFunding: intent.card.funding,
        expMonth: intent.card.expMonth,
        expYear: intent.card.expYear,
      }
    : {};

// What the provider said of a card payment. A payment that has its end already stays as it is, so this may be told any number of times.
export async function recordIntent(tx: Tx<DB>, paymentId: string, intent: Intent): Promise<PaymentRow> {
  const known = await tx.db.selectFrom("payment").select("orderId").where("paymentId", "=", paymentId).executeTakeFirstOrThrow();
  const account = await mustLockAccount(tx, known.orderId);
  const row = await lockPayment(tx, paymentId);
  if (isSettled(stateOf(row))) return row;
  if (intent.state === "succeeded") return await succeeded(tx, account, row, intent);
  if (intent.state === "declined" || intent.state === "cancelled") return await failed(tx, account, row, intent);
  const state = intent.state === "authorised" ? "paid" : "processing";
  const waiting = { clientSecret: intent.clientSecret, consentUrl: intent.consentUrl };
  const set = { state, intentId: intent.id, ...waiting, ...cardFields(intent) };
  await updatePayment(tx, paymentId, set);
  return { ...row, ...set };
}

async function succeeded(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, intent: Intent): Promise<PaymentRow> {
  const [received, due] = [`${intent.received} ${intent.currency}`, `${row.amount} ${row.currency}`];
  if (received !== due || !isOfPayment(intent.metadata, row))
    throw new Error(`The provider's ${intent.id} of ${received} is not payment ${row.paymentId} of ${due}.`);
  const recordedAt = new Date();
  const set = {
    state: "completed",
    recordedAt: recordedAt,
    intentId: intent.id,
    clientSecret: "",
    consentUrl: "",
    processingFee: intent.fee.toString(),
  };
  const next = { ...row, ...set, ...cardFields(intent) };
  await updatePayment(tx, row.paymentId, { ...set, ...cardFields(intent) });
  const money = { ...account.money, pending: account.money.pending - BigInt(row.amount) };
  await enterCapture(tx, { ...account, money }, next, recordedAt);
  return next;
}

async function failed(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, intent: Pick<Intent, "id" | "failureCode" | "failureMessage">) {
  const failureMessage = intent.failureMessage || "The payment was given up before anything was taken.";
  const set = { state: "failed", failureCode: intent.failureCode, failureMessage: failureMessage, clientSecret: "", consentUrl: "" };
  const withIntent = intent.id ? { ...set, intentId: intent.id } : set;
  await updatePayment(tx, row.paymentId, withIntent);
  await saveMoney(tx, account, { ...account.money, pending: account.money.pending - BigInt(row.amount) });
  const event = { ...about(row), amount: toMoney(row.amount, row.currency), reason: failureMessage };
  tx.emit(PaymentFailedSchema, event, key(row.orderId));
  notify(tx, row);
  return { ...row, ...withIntent };
}

// Enters money that went back.
export async function enterRefund(
  tx: Tx<DB>,
  account: StoredAccount,
  payment: PaymentRow,
  row: RefundRow,
  recordedAt: Date,
): Promise<void> {
  const amount = BigInt(row.amount);
  const businessDate = row.businessDate as unknown as string;
  const where = { businessId: payment.businessId, orderId: row.orderId, paymentId: row.paymentId, refundId: row.refundId };
  const source = `refund:${row.refundId}`;
  await post(tx, refund(kindOf(payment), amount), { ...where, businessDate, currency: payment.currency, source });
  await saveMoney(tx, account, { ...account.money, refunded: account.money.refunded + amount });
  tx.emit(RefundRecordedSchema, refundRecorded(payment, row, recordedAt), key(row.orderId));
  const after = { amount, method: payment.method, reason: row.reason };
  tx.log({ entity: "refund", id: row.refundId, action: "created", businessId: payment.businessId, after });
  notify(tx, payment);
}

export type RefundOutcome = { state: "accepted" | "failed"; id: string; failureMessage: string };

// What the provider said of a refund; also later, when it takes one back that had been recorded.
export async function recordRefund(tx: Tx<DB>, refundId: string, outcome: RefundOutcome): Promise<RefundRow> {
  const known = await tx.db
    .selectFrom("refund")
    .select(["orderId", "paymentId"])
    .where("refundId", "=", refundId)
    .executeTakeFirstOrThrow();
  const account = await mustLockAccount(tx, known.orderId);
  const payment = await lockPayment(tx, known.paymentId);
  const row = await lockRefund(tx, refundId);
  if (row.state === "processing") return await endRefund(tx, account, payment, row, outcome);
  if (row.state === "created" && outcome.state === "failed") return await takeBack(tx, account, payment, row, outcome);
  return row;
}

async function endRefund(
  tx: Tx<DB>,
  account: StoredAccount,
  payment: PaymentRow,
  row: RefundRow,
  outcome: RefundOutcome,
): Promise<RefundRow> {
  const amount = BigInt(row.amount);
  const pending = (BigInt(payment.pendingRefunds) - amount).toString();
  const recordedAt = new Date();
  const ok = outcome.state === "accepted";
  const set = ok
    ? { state: "created", recordedAt: recordedAt, providerRefundId: outcome.id }
    : { state: "failed", failureMessage: outcome.failureMessage, ...(outcome.id ? { providerRefundId: outcome.id } : {}) };
  await updateRefund(tx, row.refundId, set);
  const refunded = (BigInt(payment.refunded) + (ok ? amount : 0n)).toString();
  await updatePayment(tx, payment.paymentId, { pendingRefunds: pending, refunded });
  if (ok) await enterRefund(tx, account, payment, row, recordedAt);
  else notify(tx, payment);
  return { ...row, ...set };
}

async function takeBack(
  tx: Tx<DB>,
  account: StoredAccount,
  payment: PaymentRow,
  row: RefundRow,
  outcome: RefundOutcome,
): Promise<RefundRow> {
  const amount = BigInt(row.amount);
  const set = { state: "failed", failureMessage: outcome.failureMessage };
  await updateRefund(tx, row.refundId, set);
  await updatePayment(tx, payment.paymentId, { refunded: (BigInt(payment.refunded) - amount).toString() });
  const businessDate = row.businessDate as unknown as string;
  const where = { businessId: payment.businessId, orderId: row.orderId, paymentId: row.paymentId, refundId: row.refundId };
  const source = `refund_reversal:${row.refundId}`;
  await post(tx, refundReversal(kindOf(payment), amount), { ...where, businessDate, currency: payment.currency, source });
  await saveMoney(tx, account, { ...account.money, refunded: account.money.refunded - amount });
  const event = {
    ...about(payment),
    refundId: row.refundId,
    amount: toMoney(amount, payment.currency),
    recordedAt: timestampFromDate(new Date()),
  };
  tx.emit(RefundReversedSchema, { ...event, businessDate }, key(row.orderId));
  notify(tx, payment);
  return { ...row, ...set };
}
