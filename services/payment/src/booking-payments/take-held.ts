import { type Ctx, mustExist, type Tx } from "@leashline/kit";
import { feeWith } from "@leashline/proto/rules/convenience-fee.ts";
import { command, type DB, query } from "../db.ts";
import { saveMoney } from "../ledger/order-account.store.ts";
import { payableOf } from "../ledger/order-account.ts";
import { applyOrder, type OrderUpdate } from "../ledger/order-update.ts";
import { captured } from "../payments/charge-card.ts";
import { findPayment, insertPayment } from "../payments/payment.store.ts";
import { isSettled, WITH_BOOKING } from "../payments/payment.ts";
import { recordIntent } from "../payments/record-payment.ts";
import { businessDay } from "../projections/business-day.ts";
import { cardStepOf } from "../provider/card-step.ts";
import { newRef } from "../provider/provider-note.ts";
import { type BookingPaymentChange, type BookingPaymentRow, lockBookingPayment, updateBookingPayment } from "./booking-payment.store.ts";
import { takenOf } from "./booking-payment.ts";

const lost = "The bank has given up what the card held.";

/** Says in the books what is about to be taken, once; "0" where nothing is owed. */
async function reserve(tx: Tx<DB>, ref: string, order: OrderUpdate): Promise<{ paymentId: string }> {
  const account = await applyOrder(tx, order);
  const held = mustExist(await lockBookingPayment(tx.db, ref), "ref");
  if (held.paymentId !== "0") return { paymentId: held.paymentId };
  const owed = account.money.cancelled ? 0n : payableOf(account.money);
  const most = takenOf(held.amount, owed);
  const step = cardStepOf(tx.ctx, held.currency, held.vendor);
  const amount = most - (most % step);
  if (amount <= 0n || account.currency !== held.currency) return { paymentId: "0" };
  const { businessId, orderId, currency } = account;
  const fee = feeWith(amount, { amount: held.amount, amountBack: 0n, fee: held.convenienceFee, feeBack: 0n }, step);
  const { paymentId } = await insertPayment(tx.db, {
    ...{ businessId, orderId, currency, amount, customerId: held.customerId, tips: 0n, isDeposit: true },
    ...(fee > 0n && { convenienceFee: fee, convenienceFeeName: held.convenienceFeeName }),
    ...{ kind: "card", method: "card", state: "processing", module: WITH_BOOKING, offSession: true, providerRef: newRef() },
    ...{ vendor: held.vendor, intentId: held.intentId, providerAccount: held.providerAccount },
    ...{ paymentMethodToken: held.paymentMethodToken, cardBrand: held.cardBrand, cardLast4: held.cardLast4 },
    ...{ cardFunding: held.cardFunding, expMonth: held.expMonth, expYear: held.expYear },
    businessDate: await businessDay(tx, businessId),
  });
  saveMoney(tx, account, { ...account.money, pending: account.money.pending + amount });
  await updateBookingPayment(tx.db, held, { paymentId });
  return { paymentId };
}

/** Takes what is held as a deposit of the order. Answers what becomes of it, null while the provider has not said. */
export async function takeHeld(ctx: Ctx, { ref }: BookingPaymentRow, order: OrderUpdate): Promise<BookingPaymentChange | null> {
  const { paymentId } = await command(ctx, (tx) => reserve(tx, ref, order));
  if (paymentId === "0") return { state: "released" };
  const row = mustExist(await query(ctx, (db) => findPayment(db, paymentId)), "ref");
  const intent = isSettled(row.state) ? null : await captured(ctx, row);
  const settled = intent
    ? await command(ctx, (tx) => recordIntent(tx, paymentId, { ...intent, failureMessage: intent.failureMessage || lost }))
    : row;
  if (!isSettled(settled.state)) return null;
  return settled.state === "completed"
    ? { state: "settled", taken: settled.amount }
    : { state: "failed", failureCode: settled.failureCode, failureMessage: settled.failureMessage || lost };
}
