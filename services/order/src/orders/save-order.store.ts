import type { Db } from "../db.ts";
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

async function saveLines(db: Db, before: Order | null, after: Order): Promise<OrderLine[]> {
  const { orderId, lines } = after;
  const was = new Map((before?.lines ?? []).map((line, sort) => [line.orderLineItemId, { line, sort }]));
  const kept = new Set(lines.map((line) => line.orderLineItemId));
  const gone = [...was.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) {
    const mine = db.deleteFrom("orderLine").where("companyId", "=", db.companyId).where("orderId", "=", orderId);
    await mine.where("orderLineItemId", "in", gone).execute();
  }
  for (const [sort, { orderLineItemId, ...line }] of lines.entries()) {
    const old = was.get(orderLineItemId);
    if (!old || (old.sort === sort && same(line, old.line))) continue;
    await db
      .updateTable("orderLine")
      .set({ ...line, sort })
      .where("companyId", "=", db.companyId)
      .where("orderId", "=", orderId)
      .where("orderLineItemId", "=", orderLineItemId)
      .execute();
  }
  return await insertLines(db, orderId, lines, (line) => was.has(line.orderLineItemId));
}

async function saveDiscounts(db: Db, before: Order | null, { orderId, discounts }: Order): Promise<OrderDiscount[]> {
  const { companyId } = db;
  const old = before?.discounts ?? [];
  if (old.length === discounts.length && discounts.every((d, i) => same(d, old[i]!))) return discounts;
  if (old.length > 0) await db.deleteFrom("orderDiscount").where("companyId", "=", companyId).where("orderId", "=", orderId).execute();
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

async function updateOrder(db: Db, order: Order): Promise<Order> {
  await db.updateTable("orders").set(columns(order)).where("companyId", "=", db.companyId).where("orderId", "=", order.orderId).execute();
  return order;
}

/** Writes what differs from before; answers the order with the ids its new parts were given. */
export async function saveOrder(db: Db, before: Order | null, after: Order): Promise<Order> {
  const stored = before ? await updateOrder(db, after) : await insertOrder(db, after);
  return { ...stored, lines: await saveLines(db, before, stored), discounts: await saveDiscounts(db, before, stored) };
}

export async function insertPayment(db: Db, orderId: string, payment: OrderPayment): Promise<void> {
  await db
    .insertInto("orderPayment")
    .values({ companyId: db.companyId, orderId, ...payment })
    .execute();
}

export async function insertRefund(db: Db, orderId: string, refund: OrderRefund): Promise<void> {
  await db
    .insertInto("orderRefund")
    .values({ companyId: db.companyId, orderId, ...refund })
    .execute();
}

/** What was paid on top of a payment, as payment has it. */
export async function updatePaymentFee(
  db: Db,
  orderId: string,
  { paymentId, convenienceFee, convenienceFeeName }: OrderPayment,
): Promise<void> {
  await db
    .updateTable("orderPayment")
    .set({ convenienceFee, convenienceFeeName })
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .where("paymentId", "=", paymentId)
    .execute();
}

export async function updateRefundFee(db: Db, orderId: string, { refundId, convenienceFee }: OrderRefund): Promise<void> {
  await db
    .updateTable("orderRefund")
    .set({ convenienceFee })
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .where("refundId", "=", refundId)
    .execute();
}

export async function deleteRefund(db: Db, orderId: string, refundId: string): Promise<void> {
  await db
    .deleteFrom("orderRefund")
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .where("refundId", "=", refundId)
    .execute();
}
