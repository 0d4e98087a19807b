import { type Ctx, reachesBusiness } from "@leashline/kit";
import { query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { findAccount } from "../ledger/order-account.store.ts";
import { findPayment } from "./payment.store.ts";

export type OrderNamed = { orderId: string; invoiceId: string };
export const orderIdOf = ({ orderId, invoiceId }: OrderNamed): string => (orderId !== "0" ? orderId : invoiceId);

type Found = { businessId: string; currency: string } | null;

const ifReached = (ctx: Ctx, found: Found): string | null => (found && reachesBusiness(ctx, found.businessId) ? found.currency : null);

// An order that has no account here yet is asked for.
async function ofNewPayment(req: OrderNamed, ctx: Ctx): Promise<string | null> {
  const orderId = orderIdOf(req);
  const found = await query(ctx, (db) => findAccount(db, orderId));
  return found ? ifReached(ctx, found) : (await askOrder(ctx, orderId)).currency;
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
