import type { Db } from "../db.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import { knownAs } from "../payments/payment.ts";

/** Whether a bank may still take this payment back, or has: a dispute of its charge is open, or was lost. */
export async function isDisputed(db: Db, payment: PaymentRow): Promise<boolean> {
  const row = await db
    .selectFrom("dispute")
    .select("disputeId")
    .where("companyId", "=", db.companyId)
    .where("paymentId", "=", knownAs(payment))
    .where((eb) => eb.or([eb("state", "=", "open"), eb("withdrawn", ">", "0")]))
    .executeTakeFirst();
  return row !== undefined;
}
