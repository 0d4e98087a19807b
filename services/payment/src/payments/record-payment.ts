import { fail, type Tx, toMoney } from "@leashline/kit";
import { PaymentFailedSchema, PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { share } from "@leashline/proto/rules/share.ts";
import { moveCredit } from "../credit/move-credit.ts";
import type { DB } from "../db.ts";
import { enter } from "../ledger/ledger.store.ts";
import { capture } from "../ledger/ledger.ts";
import { mustLockAccount, type StoredAccount, saveMoney } from "../ledger/order-account.store.ts";
import { chargePaidTips, dueOf, type OrderAccount, tipsIncluded } from "../ledger/order-account.ts";
import { saveHolding } from "../ledger/order-update.ts";
import { businessDay } from "../projections/business-day.ts";
import type { Intent } from "../provider/provider.ts";
import { isOfPayment, noteOfPayment } from "../provider/provider-note.ts";
import { toPaymentRecorded, toReference } from "./payment.mapper.ts";
import { lockPayment, noteTipsIncluded, type PaymentRow, paymentsOfCharge, updatePayment } from "./payment.store.ts";
import { chargedOf, isSettled, knownAs, stateAfter, wholeCharge } from "./payment.ts";

/** Events about one order's money are in one sequence. */
export const keyOf = (orderId: string) => ({ key: `order-${orderId}` });

export const notifyChanged = (tx: Tx<DB>, { businessId, paymentId }: PaymentRow): void =>
  tx.notify("payment.changed", { businessId, ids: [paymentId] });

async function spend(tx: Tx<DB>, row: PaymentRow): Promise<void> {
  const { businessId, currency, customerId, orderId, paymentId, staffId, businessDate, amount } = row;
  const change = { businessId, currency, customerId, orderId, paymentId, refundId: "0", reason: "", staffId, businessDate };
  await moveCredit(tx, { ...change, kind: "spent", amount: -amount });
}

/** What is owed still; not known of a bill that has not said yet what it comes to. */
const dueAfter = (account: OrderAccount, { currency }: PaymentRow) =>
  account.orderVersion > 0 && { due: toMoney(dueOf(account) > 0n ? dueOf(account) : 0n, currency) };

/** Enters money that came in: the ledger, the order's account and the event for others, in one transaction. */
export async function enterCapture(tx: Tx<DB>, account: StoredAccount, row: PaymentRow): Promise<PaymentRow> {
  const { amount, tips } = row;
  const { money } = account;
  const taken = {
    ...money,
    captured: money.captured + amount,
    capturedTips: money.capturedTips + tips,
    deposits: money.deposits + (row.isDeposit ? amount : 0n),
  };
  const { account: next, entry } = chargePaidTips(taken);
  const included = tipsIncluded(money, next, tips);
  const entered = included > 0n ? noteTipsIncluded(tx, row, included) : row;
  const where = { businessId: row.businessId, orderId: row.orderId, paymentId: row.paymentId, currency: row.currency };
  enter(tx, entry, { ...where, businessDate: account.businessDate, source: `tips:${row.paymentId}` });
  enter(tx, capture(row.kind, row), { ...where, businessDate: row.businessDate, source: `capture:${row.paymentId}` });
  if (row.kind === "credit") await spend(tx, row);
  tx.emit(PaymentRecordedSchema, { ...toPaymentRecorded(row), ...dueAfter(next, row) }, keyOf(row.orderId));
  const after = { amount, tips, method: row.method, ...(row.convenienceFee > 0n && { convenienceFee: row.convenienceFee }) };
  tx.log({ entity: "payment", id: row.paymentId, action: "completed", businessId: row.businessId, after });
  notifyChanged(tx, row);
  await saveHolding(tx, account, next, row.businessDate);
  return entered;
}

const cardFields = ({ card }: Intent) =>
  card
    ? {
        cardBrand: card.brand,
        cardLast4: card.last4,
        cardFunding: card.funding,
        expMonth: card.expMonth,
        expYear: card.expYear,
      }
    : {};

const nothingAwaited = { clientSecret: "", consentUrl: "" };

/**
 * Records what the provider says of a card payment, and of those that are one charge with it: all come in or none. A payment that has its end already stays as it
 * is, so this may be repeated.
 */
export async function recordIntent(tx: Tx<DB>, paymentId: string, intent: Intent): Promise<PaymentRow> {
  const held: [StoredAccount, PaymentRow][] = [];
  const all = await paymentsOfCharge(tx.db, paymentId);
  for (const row of all) held.push([await mustLockAccount(tx.db, row.orderId), row]);
  const parts = intentsOf(intent, all);
  const after: PaymentRow[] = [];
  for (const [n, [account, { paymentId: id }]] of held.entries())
    after.push(await recordOne(tx, account, await lockPayment(tx.db, id), parts[n]!));
  return after.find((row) => row.paymentId === paymentId)!;
}

/** Of a charge for several payments, what of it is each one's; they sum to the whole. */
function intentsOf(intent: Intent, rows: readonly PaymentRow[]): Intent[] {
  const [first] = rows.filter((row) => knownAs(row) === row.paymentId);
  if (rows.length === 1 || !first) return rows.map(() => intent);
  if (intent.state === "succeeded") mustFit(intent, first);
  const fees = share(intent.fee, rows.map(chargedOf));
  return rows.map((row, n) => ({ ...intent, received: chargedOf(row), fee: fees[n]!, metadata: noteOfPayment(row) }));
}

async function recordOne(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, intent: Intent): Promise<PaymentRow> {
  if (isSettled(row.state)) return row;
  const state = stateAfter(row.state, intent.state);
  if (state === "completed") return await complete(tx, account, row, intent);
  if (state === "failed") return await recordFailure(tx, account, row, intent);
  const { id: intentId, clientSecret, consentUrl } = intent;
  return await updatePayment(tx.db, row, { state, intentId, clientSecret, consentUrl, ...cardFields(intent) });
}

const withoutPending = (account: StoredAccount, row: PaymentRow) => ({ ...account.money, pending: account.money.pending - row.amount });

function mustFit(intent: Intent, row: PaymentRow, amount = wholeCharge(row)): void {
  const [received, due] = [`${intent.received} ${intent.currency}`, `${amount} ${row.currency}`];
  if (received !== due || !isOfPayment(intent.metadata, row))
    throw fail("PAYMENT_DATA_INVALID", { field: "paymentId", reason: `the provider has ${received} for it instead of ${due}` });
}

async function complete(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, intent: Intent): Promise<PaymentRow> {
  mustFit(intent, row, chargedOf(row));
  const next = await updatePayment(tx.db, row, {
    ...nothingAwaited,
    ...cardFields(intent),
    state: "completed",
    recordedAt: new Date(),
    intentId: intent.id,
    processingFee: intent.fee,
    // What took days counts on the day the money came.
    ...(row.kind === "bank" && { businessDate: await businessDay(tx, row.businessId) }),
  });
  return await enterCapture(tx, { ...account, money: withoutPending(account, row) }, next);
}

/** What the provider keeps may be known only a while after the charge. */
export async function recordFee(tx: Tx<DB>, paymentId: string, { fee, metadata }: Intent): Promise<void> {
  const row = await lockPayment(tx.db, paymentId);
  if (row.state !== "completed" || row.processingFee !== 0n || fee <= 0n || !isOfPayment(metadata, row)) return;
  const all = await paymentsOfCharge(tx.db, paymentId);
  const fees = share(fee, all.map(chargedOf));
  for (const [n, one] of all.entries()) notifyChanged(tx, await updatePayment(tx.db, one, { processingFee: fees[n]! }));
}

async function recordFailure(tx: Tx<DB>, account: StoredAccount, row: PaymentRow, intent: Intent): Promise<PaymentRow> {
  const failureMessage = intent.failureMessage || "The payment was given up before anything was taken.";
  const next = await updatePayment(tx.db, row, {
    ...nothingAwaited,
    state: "failed",
    failureCode: intent.failureCode,
    failureMessage,
    ...(intent.id ? { intentId: intent.id } : {}),
  });
  saveMoney(tx, account, withoutPending(account, row));
  const event = {
    ...toReference(row),
    amount: toMoney(row.amount, row.currency),
    reason: failureMessage,
    returned: row.kind === "bank" && row.state === "processing" && intent.state === "declined",
  };
  tx.emit(PaymentFailedSchema, event, keyOf(row.orderId));
  notifyChanged(tx, row);
  return next;
}
