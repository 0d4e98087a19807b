import { type Ctx, reachesBusiness } from "@leashline/kit";
import { query } from "../db.ts";
import { findBusiness } from "../projections/projections.store.ts";
import { currencyOf } from "./order-list.store.ts";

// What amounts about an order are in; null for one that the caller does not reach.
async function ofOrder({ orderId }: { orderId: string }, ctx: Ctx): Promise<string | null> {
  const order = await query(ctx, (db) => currencyOf(db, orderId));
  return order && reachesBusiness(ctx, order.businessId) ? order.currency : null;
}

const ofInvoice = async ({ invoiceId }: { invoiceId: string }, ctx: Ctx): Promise<string | null> =>
  await ofOrder({ orderId: invoiceId }, ctx);

/** What a new order is in at the business where the caller is at work, as the session says; null elsewhere, and for our own services. */
export const currencyHere = ({ caller, businessId: here }: Ctx, businessId: string): string | null =>
  businessId === here && caller.via === "" ? caller.currency || null : null;

// What a new order will be in.
async function ofBusiness({ businessId }: { businessId: string }, ctx: Ctx): Promise<string | null> {
  return currencyHere(ctx, businessId) ?? (await query(ctx, (db) => findBusiness(db, businessId)))?.currency ?? null;
}

export const inOrder = { currencyOf: ofOrder };
export const inInvoice = { currencyOf: ofInvoice };
export const inNewOrder = { currencyOf: ofBusiness };
