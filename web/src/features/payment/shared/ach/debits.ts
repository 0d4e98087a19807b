import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";

const open: ReadonlySet<PaymentStatus> = new Set([PaymentStatus.CREATED, PaymentStatus.PROCESSING]);

type Told = Pick<Payment, "method" | "vendor" | "status">;
/** A debit that has neither come in nor come back yet. */
export const isDebitUnderWay = ({ method, vendor, status }: Told): boolean =>
  method === "bank account" && vendor !== "" && open.has(status);

/** What is on its way from a bank for a bill; undefined where nothing is. */
export function debitsOf(payments: readonly (Told & Pick<Payment, "amount">)[]) {
  const under = payments.filter(isDebitUnderWay);
  const minor = under.reduce((sum, { amount }) => sum + toMinor(amount), 0n);
  return minor > 0n ? fromMinor(minor, under[0]?.amount?.currencyCode) : undefined;
}

/** What is asked of payment to know it. */
export const paymentsOf = (orderId: string) => ({ orderId, pageSize: 50 });
