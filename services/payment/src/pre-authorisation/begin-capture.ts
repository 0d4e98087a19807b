import { fail, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { saveMoney } from "../ledger/order-account.store.ts";
import { payableOf } from "../ledger/order-account.ts";
import { applyOrder, type OrderUpdate } from "../ledger/order-update.ts";
import { insertPayment, type PaymentRow } from "../payments/payment.store.ts";
import { settleSoon } from "../payments/settling.ts";
import { businessDay } from "../projections/business-day.ts";
import { newRef } from "../provider/provider-note.ts";
import { capturePreAuth } from "./pre-auth.jobs.ts";
import { lockPreAuth, lockPreAuthOfOrder, type PreAuthRow, updatePreAuth } from "./pre-auth.store.ts";
import { capturable, mayCapture } from "./pre-auth.ts";
import { countHint } from "./pre-auth-hint.store.ts";

/** What to capture: null for all that is owed; the visit whose hold is taken, "0" for the order's own. */
export type Wanted = { amount: bigint | null; ticketId: string };

/** What is held for the order, or for the visit that is named: of the order's own client alone. */
async function mustLockHeld(tx: Tx<DB>, order: OrderUpdate, ticketId: string): Promise<PreAuthRow> {
  const held = ticketId === "0" ? await lockPreAuthOfOrder(tx.db, order.orderId) : await lockPreAuth(tx.db, ticketId);
  if (held?.state !== "succeed" || held.isCapture || held.customerId !== order.customerId || held.currency !== order.currency)
    throw fail("STATE_CONFLICT", { field: "invoiceId", message: "Nothing is held on a card for this order." });
  return held;
}

/** Reserves what is captured, and says what it is for, before the provider is asked. */
export async function beginCapture(tx: Tx<DB>, order: OrderUpdate, wanted: Wanted): Promise<PaymentRow> {
  const account = await applyOrder(tx, order);
  const held = await mustLockHeld(tx, order, wanted.ticketId);
  const owed = account.money.cancelled ? 0n : payableOf(account.money);
  const amount = wanted.amount ?? capturable(held.amount, owed);
  if (!mayCapture(amount, held.amount, owed)) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  const payment = await insertPayment(tx.db, {
    businessId: account.businessId,
    orderId: account.orderId,
    customerId: held.customerId,
    amount,
    tips: 0n,
    currency: account.currency,
    kind: "card",
    method: "card",
    state: "processing",
    vendor: held.vendor,
    intentId: held.intentId,
    providerRef: newRef(),
    providerAccount: held.providerAccount,
    providerCustomer: held.providerCustomer,
    paymentMethodToken: held.paymentMethodToken,
    offSession: true,
    cardBrand: held.cardBrand,
    cardLast4: held.cardLast4,
    cardFunding: held.cardFunding,
    expMonth: held.expMonth,
    expYear: held.expYear,
    staffId: tx.ctx.caller.staffId,
    module: "pre-auth",
    businessDate: await businessDay(tx, account.businessId),
  });
  saveMoney(tx, account, { ...account.money, pending: account.money.pending + amount });
  await updatePreAuth(tx.db, held, { isCapture: true, paymentId: payment.paymentId });
  const payload = { ticketId: held.ticketId, paymentId: payment.paymentId };
  tx.schedule(capturePreAuth, { key: payment.paymentId, dueAt: settleSoon(), payload, businessId: account.businessId });
  const { staffId } = tx.ctx.caller;
  if (staffId !== "0") await countHint(tx.db, { businessId: account.businessId, staffId }, "used");
  return payment;
}
