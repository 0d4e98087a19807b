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
  const ids = { ids: [row.payment_id], orderIds: [row.order_id], customerIds: [row.customer_id] };
  tx.notify("payment.changed", { businessId: row.business_id, ...ids });
}

// Enters money that came in: the ledger, the order's account and the word to others, in one transaction.
export async function enterCapture(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, recordedAt: Date): Promise<StoredAccount> {
  const [amount, tips] = [BigInt(row.amount), BigInt(row.tips)];
  const { money } = account;
  const taken = { ...money, captured: money.captured + amount, capturedTips: money.capturedTips + tips };
  const { account: next, entry } = chargePaidTips(taken);
  const where = { businessId: row.business_id, orderId: row.order_id, paymentId: row.payment_id, currency: row.currency };
  await post(tx, entry, { ...where, businessDate: account.businessDate, source: `tips:${row.payment_id}` });
  const businessDate = row.business_date as unknown as string;
  await post(tx, capture(kindOf(row), amount), { ...where, businessDate, source: `capture:${row.payment_id}` });
  tx.emit(PaymentRecordedSchema, recorded(row, recordedAt), key(row.order_id));
  tx.log({
    entity: "payment",
    id: row.payment_id,
    action: "completed",
    businessId: row.business_id,
    after: { amount, tips, method: row.method },
  });
  notify(tx, row);
  return await saveMoney(tx, account, next);
}

const cardFields = (intent: Intent) =>
  intent.card
    ? {
        card_brand: intent.card.brand,
        card_last4: intent.card.last4,
        card_funding: intent.card.funding,
        exp_month: intent.card.expMonth,
        exp_year: intent.card.expYear,
      }
    : {};

// What the provider said of a card payment. A payment that has its end already stays as it is, so this may be told any number of times.
export async function recordIntent(tx: Tx<DB>, paymentId: string, intent: Intent): Promise<PaymentRow> {
  const known = await tx.db.selectFrom("payment").select("order_id").where("payment_id", "=", paymentId).executeTakeFirstOrThrow();
  const account = await mustLockAccount(tx, known.order_id);
  const row = await lockPayment(tx, paymentId);
  if (isSettled(stateOf(row))) return row;
  if (intent.state === "succeeded") return await succeeded(tx, account, row, intent);
  if (intent.state === "declined" || intent.state === "cancelled") return await failed(tx, account, row, intent);
  const state = intent.state === "authorised" ? "paid" : "processing";
  const waiting = { client_secret: intent.clientSecret, consent_url: intent.consentUrl };
  const set = { state, intent_id: intent.id, ...waiting, ...cardFields(intent) };
  await updatePayment(tx, paymentId, set);
  return { ...row, ...set };
}

async function succeeded(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, intent: Intent): Promise<PaymentRow> {
  const [received, due] = [`${intent.received} ${intent.currency}`, `${row.amount} ${row.currency}`];
  if (received !== due || !isOfPayment(intent.metadata, row))
    throw new Error(`The provider's ${intent.id} of ${received} is not payment ${row.payment_id} of ${due}.`);
  const recordedAt = new Date();
  const set = {
    state: "completed",
    recorded_at: recordedAt,
    intent_id: intent.id,
    client_secret: "",
    consent_url: "",
    processing_fee: intent.fee.toString(),
  };
  const next = { ...row, ...set, ...cardFields(intent) };
  await updatePayment(tx, row.payment_id, { ...set, ...cardFields(intent) });
  const money = { ...account.money, pending: account.money.pending - BigInt(row.amount) };
  await enterCapture(tx, { ...account, money }, next, recordedAt);
  return next;
}

async function failed(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, intent: Pick<Intent, "id" | "failureCode" | "failureMessage">) {
  const failureMessage = intent.failureMessage || "The payment was given up before anything was taken.";
  const set = { state: "failed", failure_code: intent.failureCode, failure_message: failureMessage, client_secret: "", consent_url: "" };
  const withIntent = intent.id ? { ...set, intent_id: intent.id } : set;
  await updatePayment(tx, row.payment_id, withIntent);
  await saveMoney(tx, account, { ...account.money, pending: account.money.pending - BigInt(row.amount) });
  const event = { ...about(row), amount: toMoney(row.amount, row.currency), reason: failureMessage };
  tx.emit(PaymentFailedSchema, event, key(row.order_id));
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
  const businessDate = row.business_date as unknown as string;
  const where = { businessId: payment.business_id, orderId: row.order_id, paymentId: row.payment_id, refundId: row.refund_id };
  const source = `refund:${row.refund_id}`;
  await post(tx, refund(kindOf(payment), amount), { ...where, businessDate, currency: payment.currency, source });
  await saveMoney(tx, account, { ...account.money, refunded: account.money.refunded + amount });
  tx.emit(RefundRecordedSchema, refundRecorded(payment, row, recordedAt), key(row.order_id));
  const after = { amount, method: payment.method, reason: row.reason };
  tx.log({ entity: "refund", id: row.refund_id, action: "created", businessId: payment.business_id, after });
  notify(tx, payment);
}

export type RefundOutcome = { state: "accepted" | "failed"; id: string; failureMessage: string };

// What the provider said of a refund; also later, when it takes one back that had been recorded.
export async function recordRefund(tx: Tx<DB>, refundId: string, outcome: RefundOutcome): Promise<RefundRow> {
  const known = await tx.db
    .selectFrom("refund")
    .select(["order_id", "payment_id"])
    .where("refund_id", "=", refundId)
    .executeTakeFirstOrThrow();
  const account = await mustLockAccount(tx, known.order_id);
  const payment = await lockPayment(tx, known.payment_id);
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
  const pending = (BigInt(payment.pending_refunds) - amount).toString();
  const recordedAt = new Date();
  const ok = outcome.state === "accepted";
  const set = ok
    ? { state: "created", recorded_at: recordedAt, provider_refund_id: outcome.id }
    : { state: "failed", failure_message: outcome.failureMessage, ...(outcome.id ? { provider_refund_id: outcome.id } : {}) };
  await updateRefund(tx, row.refund_id, set);
  const refunded = (BigInt(payment.refunded) + (ok ? amount : 0n)).toString();
  await updatePayment(tx, payment.payment_id, { pending_refunds: pending, refunded });
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
  const set = { state: "failed", failure_message: outcome.failureMessage };
  await updateRefund(tx, row.refund_id, set);
  await updatePayment(tx, payment.payment_id, { refunded: (BigInt(payment.refunded) - amount).toString() });
  const businessDate = row.business_date as unknown as string;
  const where = { businessId: payment.business_id, orderId: row.order_id, paymentId: row.payment_id, refundId: row.refund_id };
  const source = `refund_reversal:${row.refund_id}`;
  await post(tx, refundReversal(kindOf(payment), amount), { ...where, businessDate, currency: payment.currency, source });
  await saveMoney(tx, account, { ...account.money, refunded: account.money.refunded - amount });
  const event = {
    ...about(payment),
    refundId: row.refund_id,
    amount: toMoney(amount, payment.currency),
    recordedAt: timestampFromDate(new Date()),
  };
  tx.emit(RefundReversedSchema, { ...event, businessDate }, key(row.order_id));
  notify(tx, payment);
  return { ...row, ...set };
}
