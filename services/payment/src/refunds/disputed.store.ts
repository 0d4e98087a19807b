import type { Db } from "../db.ts";

/** Whether a bank may still take this payment back, or has: a dispute of it is open, or was lost. */
export async function isDisputed(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("dispute")
    .select("disputeId")
    .where("companyId", "=", db.companyId)
    .where("paymentId", "=", paymentId)
    .where((eb) => eb.or([eb("state", "=", "open"), eb("withdrawn", ">", "0")]))
    .executeTakeFirst();
  return row !== undefined;
}
