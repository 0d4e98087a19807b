import type { Db } from "../db.ts";

/** The orders whose lines wait for a tax rule that was not known when they were written. */
export async function ordersAwaitingTax(db: Db, taxId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("orderLine")
    .select("orderId")
    .distinct()
    .where("companyId", "=", db.companyId)
    .where("taxRate", "is", null)
    .where("taxId", "=", taxId)
    .orderBy("orderId")
    .execute();
  return rows.map((row) => row.orderId);
}
