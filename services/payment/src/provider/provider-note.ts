import { randomUUID } from "node:crypto";

// What we note at the provider about a payment, refund or client, and how we recognize ours by it. The names are the provider's, in snake case.

type Note = Readonly<Record<string, string>>;
type Payment = { companyId: string; paymentId: string; providerRef: string | null };
type NotedPayment = Payment & { businessId: string; orderId: string };
type Refund = { companyId: string; refundId: string; providerRef: string | null };

/** The name of a payment or refund at the provider. It is never used again, while numbers are after a restore. Older rows have none and use their number. */
export const newRef = (): string => randomUUID();

export const refOfPayment = (row: Payment): string => row.providerRef ?? `${row.companyId}-${row.paymentId}`;
export const refOfRefund = (row: Refund): string => row.providerRef ?? `${row.companyId}-${row.refundId}`;

// A repeated call under the same idempotency key must carry the same note, so older rows stay without a name.
const named = (name: string, ref: string | null): Note => (ref === null ? {} : { [name]: ref });

export const noteOfClient = (companyId: string, customerId: string): Record<string, string> => ({
  company_id: companyId,
  customer_id: customerId,
});

export const noteOfPayment = (row: NotedPayment): Record<string, string> => ({
  company_id: row.companyId,
  business_id: row.businessId,
  order_id: row.orderId,
  payment_id: row.paymentId,
  ...named("payment_ref", row.providerRef),
});

export const noteOfRefund = (payment: NotedPayment, row: Refund): Record<string, string> => ({
  ...noteOfPayment(payment),
  refund_id: row.refundId,
  ...named("refund_ref", row.providerRef),
});

type NotedHold = { companyId: string; businessId: string; orderId: string; preAuthId: string; providerRef: string };

/** A hold names no payment: it is none until it is captured. */
export const noteOfHold = (row: NotedHold): Record<string, string> => ({
  company_id: row.companyId,
  business_id: row.businessId,
  order_id: row.orderId,
  pre_auth_id: row.preAuthId,
  pre_auth_ref: row.providerRef,
});

/** What a booking request brings names no payment until it is taken: neither money that is held nor a card that is kept. */
export const noteOfBooking = (row: { companyId: string; businessId: string; providerRef: string }): Record<string, string> => ({
  company_id: row.companyId,
  business_id: row.businessId,
  booking_ref: row.providerRef,
});

// One that has room for a single name of ours has no more than that.
const isOnlyNamed = (note: Note, name: string, ref: string | null): boolean =>
  note.company_id === undefined && ref !== null && note[name] === ref;

/** Whether the provider's object is this very payment, and not one that had its number before a restore. */
export const isOfPayment = (note: Note, row: Payment): boolean =>
  isOnlyNamed(note, "payment_ref", row.providerRef) ||
  (note.company_id === row.companyId && note.payment_id === row.paymentId && (note.payment_ref ?? null) === row.providerRef);

/** The same for a refund. */
export const isOfRefund = (note: Note, row: Refund): boolean =>
  isOnlyNamed(note, "refund_ref", row.providerRef) ||
  (note.company_id === row.companyId && note.refund_id === row.refundId && (note.refund_ref ?? null) === row.providerRef);

/** Whose money something at the provider is. */
export type Owner = { companyId: string; businessId: string };

const isId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);
const idIn = (text = ""): string | null => (isId(text) ? text : null);

export function ownerIn(note: Note): Owner | null {
  const [companyId, businessId] = [idIn(note.company_id), idIn(note.business_id)];
  return companyId && businessId ? { companyId, businessId } : null;
}

export const paymentIdIn = (note: Note): string | null => idIn(note.payment_id);
export const refundIdIn = (note: Note): string | null => idIn(note.refund_id);
