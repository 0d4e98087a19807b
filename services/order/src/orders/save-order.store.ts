import type { Tx } from "@leashline/kit";
import type { DB, Db } from "../db.ts";
import type { Order, OrderDiscount, OrderLine, OrderPayment, OrderRefund } from "./order.ts";

const amountsAsText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? value.toString() : value);
const json = (value: unknown): string => JSON.stringify(value, amountsAsText);

const same = (a: object, b: object): boolean => {
  const other = b as Record<string, unknown>;
  return Object.entries(a).every(([key, value]) => value === other[key]);
};

// New lines get their ids here, in their order; a line that is there again has the one it had.
async function insertLines(db: Db, orderId: string, lines: readonly OrderLine[], known: (line: OrderLine) => boolean) {
  const fresh = lines.flatMap((line, sort) => (known(line) ? [] : [{ line, sort }]));
  if (fresh.length === 0) return [...lines];
  const rows = await db
    .insertInto("orderLine")
    .values(
      fresh.map(({ line: { orderLineItemId, ...line }, sort }) => ({
        companyId: db.companyId,
        orderId,
        ...(orderLineItemId ? { orderLineItemId } : {}),
        ...line,
        sort,
      })),
    )
    .returning("orderLineItemId")
    .execute();
  const ids = rows.map((row) => row.orderLineItemId);
  return lines.map((line) => (known(line) ? line : { ...line, orderLineItemId: ids.shift() ?? "" }));
}

async function saveLines({ db, write }: Tx<DB>, before: Order | null, after: Order): Promise<OrderLine[]> {
  const { orderId, lines } = after;
  const was = new Map((before?.lines ?? []).map((line, sort) => [line.orderLineItemId, { line, sort }]));
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

async function insertOrder(db: Db, order: Order): Promise<Order> {
  const row = await db
    .insertInto("orders")
    .values({ companyId: db.companyId, ...columns(order) })
    .returning(["orderId", "guid", "createdAt", "number"])
    .executeTakeFirstOrThrow();
  return { ...order, ...row };
}

function updateOrder({ db, write }: Tx<DB>, order: Order): Order {
  write(db.updateTable("orders").set(columns(order)).where("companyId", "=", db.companyId).where("orderId", "=", order.orderId));
  return order;
}

/** Writes what differs from before; answers the order with the ids its new parts were given. Only what is given an id is a trip of its own. */
export async function saveOrder(tx: Tx<DB>, before: Order | null, after: Order): Promise<Order> {
  const stored = before ? updateOrder(tx, after) : await insertOrder(tx.db, after);
  const [lines, discounts] = await Promise.all([saveLines(tx, before, stored), saveDiscounts(tx, before, stored)]);
  return { ...stored, lines, discounts };
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
