import { randomUUID } from "node:crypto";

// What the provider is told a payment or refund is called: never the same twice, unlike numbers, which come again after a restore. Null is one of before,
// called by its number.
export const newRef = (): string => randomUUID();

type Payment = { companyId: string; paymentId: string; providerRef: string | null };
type Refund = { companyId: string; refundId: string; providerRef: string | null };

export const refOfPayment = (row: Payment): string => row.providerRef ?? `${row.companyId}-${row.paymentId}`;
export const refOfRefund = (row: Refund): string => row.providerRef ?? `${row.companyId}-${row.refundId}`;

// How it is noted there. The same call under the same name must say the same, so those of before stay without.
export const noted = (name: string, ref: string | null): Record<string, string> => (ref === null ? {} : { [name]: ref });

type Note = Readonly<Record<string, string>>;

// Whether what the provider has is this very payment or refund, and not one that had its number in a world before a restore.
export const isOfPayment = (note: Note, row: Payment): boolean =>
  note.company_id === row.companyId && note.payment_id === row.paymentId && (note.payment_ref ?? null) === row.providerRef;

export const isOfRefund = (note: Note, row: Refund): boolean =>
  note.company_id === row.companyId && note.refund_id === row.refundId && (note.refund_ref ?? null) === row.providerRef;
