import { type Ctx, reachesBusiness } from "@leashline/kit";
import { query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { findAccount } from "../ledger/order-account.store.ts";
import type { OrderUpdate } from "../ledger/order-update.ts";
import { findPayment } from "./payment.store.ts";

export type OrderNamed = { orderId: string; invoiceId: string };
export const orderIdOf = ({ orderId, invoiceId }: OrderNamed): string => (orderId !== "0" ? orderId : invoiceId);

type Found = { businessId: string; currency: string } | null;

const ifReached = (ctx: Ctx, found: Found): string | null => (found && reachesBusiness(ctx, found.businessId) ? found.currency : null);

// A payment is for the order as it is now, so that the order is asked for once, here.
async function ofNewPayment(req: OrderNamed, ctx: Ctx): Promise<string | null> {
  const order = await askOrder(ctx, orderIdOf(req));
  askedFor.set(ctx, order);
  return order.currency;
}

const askedFor = new WeakMap<Ctx, OrderUpdate>();

/** The order that a new payment is for: as it was asked for a moment ago, when the payment's amount was looked at. */
export async function orderToPay(ctx: Ctx, orderId: string): Promise<OrderUpdate> {
  const order = askedFor.get(ctx);
  askedFor.delete(ctx);
  return order?.orderId === orderId ? order : await askOrder(ctx, orderId);
}

async function ofOrder(req: OrderNamed, ctx: Ctx): Promise<string | null> {
  return ifReached(ctx, await query(ctx, (db) => findAccount(db, orderIdOf(req))));
}

async function ofPayment({ paymentId }: { paymentId: string }, ctx: Ctx): Promise<string | null> {
  return ifReached(ctx, await query(ctx, (db) => findPayment(db, paymentId)));
}

/** What currency amounts are in, and as what a wrong one is refused: 7001 and 7005 of the catalogue. */
export const moneyOfPayments = {
  createPayment: { currencyOf: ofNewPayment, refusedAs: "PAYMENT_AMOUNT_INVALID" },
  refundPayment: { currencyOf: ofPayment, refusedAs: "PAYMENT_REFUND_AMOUNT_INVALID" },
  refundOrder: { currencyOf: ofOrder, refusedAs: "PAYMENT_REFUND_AMOUNT_INVALID" },
} as const;
