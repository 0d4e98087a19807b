import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { Order, OrderDiscount, OrderLine, OrderPayment, OrderRefund } from "./order.ts";

const amountsAsText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? value.toString() : value);
const json = (value: unknown): string => JSON.stringify(value, amountsAsText);

const same = (a: object, b: object): boolean => {
  const other = b as Record<string, unknown>;
  return Object.entries(a).every(([key, value]) => value === other[key]);
};

const rowOf = (companyId: string, { orderLineItemId, ...line }: OrderLine, sort: number) => ({
  companyId,
  ...(orderLineItemId ? { orderLineItemId } : {}),
  ...line,
  sort,
});

// New lines get their ids here, in their order; a line that is there again has the one it had.
async function insertLines(db: Db, orderId: string, lines: readonly OrderLine[], known: (line: OrderLine) => boolean) {
  const fresh = lines.flatMap((line, sort) => (known(line) ? [] : [{ line, sort }]));
  if (fresh.length === 0) return [...lines];
  const rows = await db
    .insertInto("orderLine")
    .values(fresh.map(({ line, sort }) => ({ ...rowOf(db.companyId, line, sort), orderId })))
    .returning("orderLineItemId")
    .execute();
  const ids = rows.map((row) => row.orderLineItemId);
  return lines.map((line) => (known(line) ? line : { ...line, orderLineItemId: ids.shift() ?? "" }));
}

async function saveLines({ db, write }: Tx<DB>, before: Order, after: Order): Promise<OrderLine[]> {
  const { orderId, lines } = after;
  const was = new Map(before.lines.map((line, sort) => [line.orderLineItemId, { line, sort }]));
  const kept = new Set(lines.map((line) => line.orderLineItemId));
  const gone = [...was.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) {
    const mine = db.deleteFrom("orderLine").where("companyId", "=", db.companyId).where("orderId", "=", orderId);
    write(mine.where("orderLineItemId", "in", gone));
  }
  for (const [sort, { orderLineItemId, ...line }] of lines.entries()) {
    const old = was.get(orderLineItemId);
    if (!old || (old.sort === sort && same(line, old.line))) continue;
    const mine = db.updateTable("orderLine").where("companyId", "=", db.companyId).where("orderId", "=", orderId);
    write(mine.set({ ...line, sort }).where("orderLineItemId", "=", orderLineItemId));
  }
  return await insertLines(db, orderId, lines, (line) => was.has(line.orderLineItemId));
}

async function saveDiscounts({ db, write }: Tx<DB>, before: Order | null, { orderId, discounts }: Order): Promise<OrderDiscount[]> {
  const { companyId } = db;
  const old = before?.discounts ?? [];
  if (old.length === discounts.length && discounts.every((d, i) => same(d, old[i]!))) return discounts;
  if (old.length > 0) write(db.deleteFrom("orderDiscount").where("companyId", "=", companyId).where("orderId", "=", orderId));
  if (discounts.length === 0) return [];
  const rows = await db
    .insertInto("orderDiscount")
    .values(
      discounts.map(({ discountId, ...discount }, sort) => ({
        companyId,
        orderId,
        ...(/^\d+$/.test(discountId) ? { discountId } : {}),
        ...discount,
        sort,
      })),
    )
    .returning("discountId")
    .execute();
  return discounts.map((discount, i) => ({ ...discount, discountId: rows[i]!.discountId }));
}

function columns(order: Order) {
  const { orderId: _, guid: __, createdAt: ___, number: ____, lines, discounts, payments, refunds, overpaid, suspended, ...row } = order;
  return {
    ...row,
    splitCustom: order.splitCustom ? json(order.splitCustom) : null,
    appointmentLines: json(order.appointmentLines),
    setAside: json(suspended),
    autoCharges: json(order.autoCharges),
  };
}

/** A new order and its lines, in one statement. */
async function insertOrder(db: Db, order: Order): Promise<Order> {
  const { companyId } = db;
  const { lines } = order;
  const values = { companyId, ...columns(order) };
  const made = db.with("made", (q) => q.insertInto("orders").values(values).returning(["orderId", "guid", "createdAt", "number"]));
  if (lines.length === 0) return { ...order, ...(await made.selectFrom("made").selectAll().executeTakeFirstOrThrow()) };
  const { lineIds, ...row } = await made
    .with("lined", (q) =>
      q
        .insertInto("orderLine")
        .values(({ selectFrom }) =>
          lines.map((line, sort) => ({ ...rowOf(companyId, line, sort), orderId: selectFrom("made").select("orderId") })),
        )
        .returning("orderLineItemId"),
    )
    .selectFrom("made")
    .selectAll()
    .select(sql<string[]>`array(select order_line_item_id::text from lined)`.as("lineIds"))
    .executeTakeFirstOrThrow();
  return { ...order, ...row, lines: lines.map((line, nth) => ({ ...line, orderLineItemId: lineIds[nth] ?? "" })) };
}

function updateOrder({ db, write }: Tx<DB>, order: Order): Order {
  write(db.updateTable("orders").set(columns(order)).where("companyId", "=", db.companyId).where("orderId", "=", order.orderId));
  return order;
}

/** Writes what differs from before; answers the order with the ids its new parts were given. Only what is given an id is a trip of its own. */
export async function saveOrder(tx: Tx<DB>, before: Order | null, after: Order): Promise<Order> {
  const stored = before ? updateOrder(tx, after) : await insertOrder(tx.db, after);
  const lines = before ? saveLines(tx, before, stored) : stored.lines;
  const [saved, discounts] = await Promise.all([lines, saveDiscounts(tx, before, stored)]);
  return { ...stored, lines: saved, discounts };
}

// Money of an order goes with the next statement: nobody needs an answer of it.

export function insertPayment({ db, write }: Tx<DB>, orderId: string, payment: OrderPayment): void {
  write(db.insertInto("orderPayment").values({ companyId: db.companyId, orderId, ...payment }));
}

export function insertRefund({ db, write }: Tx<DB>, orderId: string, refund: OrderRefund): void {
  write(db.insertInto("orderRefund").values({ companyId: db.companyId, orderId, ...refund }));
}

/** What was paid on top of a payment, as payment has it. */
export function updatePaymentFee(
  { db, write }: Tx<DB>,
  orderId: string,
  { paymentId, convenienceFee, convenienceFeeName }: OrderPayment,
): void {
  const mine = db.updateTable("orderPayment").where("companyId", "=", db.companyId).where("orderId", "=", orderId);
  write(mine.set({ convenienceFee, convenienceFeeName }).where("paymentId", "=", paymentId));
}

export function updateRefundFee({ db, write }: Tx<DB>, orderId: string, { refundId, convenienceFee }: OrderRefund): void {
  const mine = db.updateTable("orderRefund").where("companyId", "=", db.companyId).where("orderId", "=", orderId);
  write(mine.set({ convenienceFee }).where("refundId", "=", refundId));
}

export function deleteRefund({ db, write }: Tx<DB>, orderId: string, refundId: string): void {
  const mine = db.deleteFrom("orderRefund").where("companyId", "=", db.companyId).where("orderId", "=", orderId);
  write(mine.where("refundId", "=", refundId));
}
