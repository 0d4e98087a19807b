import type { Tx } from "@leashline/kit";
import type { DB } from "../db.gen.ts";
import { rowOf } from "./order.store.ts";
import type { Order, OrderDiscount, OrderLine } from "./order.ts";

const lineRow = (line: OrderLine, sort: number) => ({
  kind: line.kind,
  sort,
  detail_id: line.detailId,
  service_id: line.serviceId,
  service_charge_id: line.serviceChargeId,
  product_id: line.productId,
  name: line.name,
  care_type: line.careType,
  staff_id: line.staffId,
  staff_name: line.staffName,
  staff_set: line.staffSet,
  pet_id: line.petId,
  pet_name: line.petName,
  unit_price: line.unitPrice,
  quantity: line.quantity,
  total_price: line.totalPrice,
  discount: line.discount,
  tax: line.tax,
  tax_id: line.taxId,
  tax_name: line.taxName,
  tax_rate: line.taxRate,
});

const discountRow = (discount: OrderDiscount, sort: number) => ({
  sort,
  type: discount.type,
  amount: discount.amount,
  percentage: discount.percentage,
  order_line_item_id: discount.orderLineItemId,
  reason: discount.reason,
  discount_amount: discount.discountAmount,
});

const same = (a: object, b: object): boolean => {
  const other = b as Record<string, unknown>;
  return Object.entries(a).every(([key, value]) => value === other[key]);
};

// New lines have their ids from here on, in the order they stand; a line that is there again has the one it had.
async function insertLines(tx: Tx<DB>, orderId: string, lines: readonly OrderLine[], known: (line: OrderLine) => boolean) {
  const fresh = lines.flatMap((line, sort) => (known(line) ? [] : [{ line, sort }]));
  if (fresh.length === 0) return [...lines];
  const rows = await tx.db
    .insertInto("order_line")
    .values(
      fresh.map(({ line, sort }) => ({
        company_id: tx.ctx.companyId,
        order_id: orderId,
        ...(line.orderLineItemId ? { order_line_item_id: line.orderLineItemId } : {}),
        ...lineRow(line, sort),
      })),
    )
    .returning("order_line_item_id")
    .execute();
  const ids = rows.map((row) => row.order_line_item_id);
  return lines.map((line) => (known(line) ? line : { ...line, orderLineItemId: ids.shift() ?? "" }));
}

async function saveLines(tx: Tx<DB>, before: Order | null, after: Order): Promise<OrderLine[]> {
  const was = new Map((before?.lines ?? []).map((line, sort) => [line.orderLineItemId, { line, sort }]));
  const kept = new Set(after.lines.map((line) => line.orderLineItemId));
  const gone = [...was.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) {
    await tx.db.deleteFrom("order_line").where("order_id", "=", after.orderId).where("order_line_item_id", "in", gone).execute();
  }
  for (const [sort, line] of after.lines.entries()) {
    const old = was.get(line.orderLineItemId);
    if (!old || (old.sort === sort && same(line, old.line))) continue;
    await tx.db
      .updateTable("order_line")
      .set(lineRow(line, sort))
      .where("order_id", "=", after.orderId)
      .where("order_line_item_id", "=", line.orderLineItemId)
      .execute();
  }
  return await insertLines(tx, after.orderId, after.lines, (line) => was.has(line.orderLineItemId));
}

async function saveDiscounts(tx: Tx<DB>, before: Order | null, after: Order): Promise<OrderDiscount[]> {
  const old = before?.discounts ?? [];
  if (old.length === after.discounts.length && after.discounts.every((d, i) => same(d, old[i]!))) return after.discounts;
  if (old.length > 0) await tx.db.deleteFrom("order_discount").where("order_id", "=", after.orderId).execute();
  if (after.discounts.length === 0) return [];
  const rows = await tx.db
    .insertInto("order_discount")
    .values(
      after.discounts.map((d, sort) => ({
        company_id: tx.ctx.companyId,
        order_id: after.orderId,
        ...(/^\d+$/.test(d.discountId) ? { discount_id: d.discountId } : {}),
        ...discountRow(d, sort),
      })),
    )
    .returning("discount_id")
    .execute();
  return after.discounts.map((d, i) => ({ ...d, discountId: rows[i]!.discount_id }));
}

// Writes what differs from before; answers the order with the ids its new parts were given.
export async function saveOrder(tx: Tx<DB>, before: Order | null, after: Order): Promise<Order> {
  const companyId = tx.ctx.companyId;
  if (before) await tx.db.updateTable("orders").set(rowOf(after)).where("order_id", "=", after.orderId).execute();
  const stored = before ? after : await insertOrder(tx, companyId, after);
  return { ...stored, lines: await saveLines(tx, before, stored), discounts: await saveDiscounts(tx, before, stored) };
}

async function insertOrder(tx: Tx<DB>, companyId: string, order: Order): Promise<Order> {
  const row = await tx.db
    .insertInto("orders")
    .values({ company_id: companyId, ...rowOf(order) })
    .returning(["order_id", "guid", "created_at"])
    .executeTakeFirstOrThrow();
  return { ...order, orderId: row.order_id, guid: row.guid, createdAt: row.created_at };
}
