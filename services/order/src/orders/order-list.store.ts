import type { Page } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import { withParts } from "./order.store.ts";
import type { Order } from "./order.ts";
import type { OrderState } from "./order-moves.ts";

export type OrderFilter = {
  /** Null for all. */
  businessIds: readonly string[] | null;
  customerId: string;
  startDate: string;
  endDate: string;
  states: readonly OrderState[];
  paymentStatus: string;
  /** "0" for any. */
  number: string;
  overpaidOnly: boolean;
};

const orders = (db: Db) => db.selectFrom("orders").where("companyId", "=", db.companyId);

function filtered(db: Db, filter: OrderFilter) {
  let from = orders(db);
  if (filter.businessIds) from = from.where("businessId", "=", sql<string>`any(${filter.businessIds}::bigint[])`);
  if (filter.customerId !== "0") from = from.where("customerId", "=", filter.customerId);
  if (filter.startDate) from = from.where("businessDate", ">=", filter.startDate);
  if (filter.endDate) from = from.where("businessDate", "<=", filter.endDate);
  if (filter.states.length > 0) from = from.where("state", "in", filter.states);
  if (filter.paymentStatus) from = from.where("paymentStatus", "=", filter.paymentStatus);
  if (filter.number !== "0") from = from.where("number", "=", filter.number);
  if (filter.overpaidOnly) from = from.where(sql<boolean>`paid - refunded > case when state = 'cancelled' then kept else total end`);
  return from;
}

/** One row more than asked, so that the caller knows whether there is a next page. */
export async function listOrders(db: Db, filter: OrderFilter, page: Page): Promise<Order[]> {
  let from = filtered(db, filter).selectAll().orderBy("businessDate", "desc").orderBy("orderId", "desc");
  if (page.after) {
    const [date = "", id = ""] = page.after;
    from = from.where(sql<boolean>`(business_date, order_id) < (${date}::date, ${id}::bigint)`);
  } else {
    from = from.offset(page.offset);
  }
  return await withParts(db, await from.limit(page.limit).execute());
}

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const row = await filtered(db, filter).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function findOrders(db: Db, ids: { orderIds: readonly string[]; appointmentIds: readonly string[] }): Promise<Order[]> {
  if (ids.orderIds.length + ids.appointmentIds.length === 0) return [];
  const rows = await orders(db)
    .selectAll()
    .where(sql<boolean>`(order_id = any(${ids.orderIds}::bigint[]) or appointment_id = any(${ids.appointmentIds}::bigint[]))`)
    .orderBy("orderId")
    .execute();
  return await withParts(db, rows);
}

export async function currencyOf(db: Db, orderId: string): Promise<{ businessId: string; currency: string } | null> {
  return (await orders(db).select(["businessId", "currency"]).where("orderId", "=", orderId).executeTakeFirst()) ?? null;
}

/** By id, for whoever compares every order. */
export async function listBalances(db: Db, afterOrderId: string, size: number) {
  const rows = await orders(db)
    .select(["orderId", "state", "total", "paid", "refunded", "version", "currency"])
    .select(
      sql<string>`coalesce((select sum(p.convenience_fee) from order_payment p where p.company_id = ${db.companyId} and p.order_id = orders.order_id), 0)
        - coalesce((select sum(r.convenience_fee) from order_refund r where r.company_id = ${db.companyId} and r.order_id = orders.order_id), 0)`.as(
        "convenienceFee",
      ),
    )
    .where("orderId", ">", afterOrderId)
    .orderBy("orderId")
    .limit(size)
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as OrderState, convenienceFee: BigInt(row.convenienceFee) }));
}

export async function ordersAfter(db: Db, orderId: string, size: number): Promise<Order[]> {
  return await withParts(db, await orders(db).selectAll().where("orderId", ">", orderId).orderBy("orderId").limit(size).execute());
}
