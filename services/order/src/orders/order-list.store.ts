import type { Page } from "@leashline/kit";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import { withParts } from "./order.store.ts";
import type { Order } from "./order.ts";

export type OrderFilter = {
  businessIds: readonly string[];
  customerId: string;
  startDate: string;
  endDate: string;
  states: readonly string[];
  paymentStatus: string;
};

function filtered(db: Kysely<DB>, filter: OrderFilter) {
  let from = db.selectFrom("orders");
  if (filter.businessIds.length > 0) from = from.where("business_id", "in", filter.businessIds);
  if (filter.customerId !== "0") from = from.where("customer_id", "=", filter.customerId);
  if (filter.startDate) from = from.where("business_date", ">=", filter.startDate as never);
  if (filter.endDate) from = from.where("business_date", "<=", filter.endDate as never);
  if (filter.states.length > 0) from = from.where("state", "in", filter.states);
  if (filter.paymentStatus) from = from.where("payment_status", "=", filter.paymentStatus);
  return from;
}

// One row more than asked, so that the caller knows whether there is a next page.
export async function listOrders(db: Kysely<DB>, filter: OrderFilter, page: Page): Promise<Order[]> {
  let from = filtered(db, filter).selectAll().orderBy("business_date", "desc").orderBy("order_id", "desc");
  if (page.after) {
    const [date = "", id = ""] = page.after;
    from = from.where(sql<boolean>`(business_date, order_id) < (${date}::date, ${id}::bigint)`);
  } else {
    from = from.offset(page.offset);
  }
  return await withParts(db, await from.limit(page.size + 1).execute());
}

export async function countOrders(db: Kysely<DB>, filter: OrderFilter): Promise<number> {
  const row = await filtered(db, filter).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function findOrders(
  db: Kysely<DB>,
  ids: { orderIds: readonly string[]; appointmentIds: readonly string[] },
): Promise<Order[]> {
  if (ids.orderIds.length + ids.appointmentIds.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .selectAll()
    .where((eb) => eb.or([idsIn(eb.ref("order_id"), ids.orderIds), idsIn(eb.ref("appointment_id"), ids.appointmentIds)]))
    .orderBy("order_id")
    .execute();
  return await withParts(db, rows);
}

// biome-ignore lint/suspicious/noExplicitAny: a reference to either of two columns
const idsIn = (column: any, ids: readonly string[]) => sql<boolean>`${column} = any(${ids}::bigint[])`;

export async function currencyOf(
  db: Kysely<DB>,
  companyId: string,
  orderId: string,
): Promise<{ businessId: string; currency: string } | null> {
  const row = await db
    .selectFrom("orders")
    .select(["business_id as businessId", "currency"])
    .where("company_id", "=", companyId)
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row ?? null;
}

export async function listBalances(db: Kysely<DB>, afterOrderId: string, size: number) {
  return await db
    .selectFrom("orders")
    .select(["order_id", "state", "total", "paid", "refunded", "version", "currency"])
    .where("order_id", ">", afterOrderId)
    .orderBy("order_id")
    .limit(size)
    .execute();
}

export async function ordersAfter(db: Kysely<DB>, orderId: string, size: number): Promise<Order[]> {
  return await withParts(
    db,
    await db.selectFrom("orders").selectAll().where("order_id", ">", orderId).orderBy("order_id").limit(size).execute(),
  );
}

export async function listRevisions(db: Kysely<DB>, orderId: string, size: number, before: string | null) {
  return await db
    .selectFrom("order_revision")
    .selectAll()
    .where("order_id", "=", orderId)
    .$if(before !== null, (q) => q.where("version", "<", Number(before)))
    .orderBy("version", "desc")
    .limit(size + 1)
    .execute();
}
