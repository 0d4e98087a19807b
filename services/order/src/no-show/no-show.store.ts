import type { Db } from "../db.ts";
import { findOrder, lockOrder } from "../orders/order.store.ts";
import type { Order } from "../orders/order.ts";

async function orderIdOf(db: Db, appointmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("noShowInvoice")
    .select("orderId")
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .executeTakeFirst();
  return row?.orderId ?? null;
}

/** The invoice of the fee for a visit. */
export async function findNoShow(db: Db, appointmentId: string): Promise<Order | null> {
  const orderId = await orderIdOf(db, appointmentId);
  return orderId ? await findOrder(db, { orderId }) : null;
}

export async function lockNoShow(db: Db, appointmentId: string): Promise<Order | null> {
  const orderId = await orderIdOf(db, appointmentId);
  return orderId ? await lockOrder(db, { orderId }) : null;
}

/** Of several, one after the other, the last one is the visit's. */
export async function saveNoShow(db: Db, appointmentId: string, orderId: string): Promise<void> {
  await db
    .insertInto("noShowInvoice")
    .values({ companyId: db.companyId, appointmentId, orderId })
    .onConflict((oc) => oc.columns(["companyId", "appointmentId"]).doUpdateSet({ orderId }))
    .execute();
}
