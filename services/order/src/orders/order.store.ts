import type { Tx } from "@leashline/kit";
import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, OrderDiscount as DiscountRow, OrderLine as LineRow, OrderPayment, OrderRefund, Orders } from "../db.gen.ts";
import type { AppointmentLine } from "./appointment-lines.ts";
import type { GivenBack, Order, OrderDiscount, OrderLine, Paid, SetAside } from "./order.ts";

type Row<T> = Selectable<T>;

const amountsAsText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? value.toString() : value);

function lineOf(row: Row<LineRow>): OrderLine {
  return {
    orderLineItemId: row.order_line_item_id,
    kind: row.kind,
    detailId: row.detail_id,
    serviceId: row.service_id,
    serviceChargeId: row.service_charge_id,
    productId: row.product_id,
    name: row.name,
    careType: row.care_type,
    staffId: row.staff_id,
    staffName: row.staff_name,
    staffSet: row.staff_set,
    petId: row.pet_id,
    petName: row.pet_name,
    unitPrice: BigInt(row.unit_price),
    quantity: row.quantity,
    totalPrice: BigInt(row.total_price),
    discount: BigInt(row.discount),
    tax: BigInt(row.tax),
    taxId: row.tax_id,
    taxName: row.tax_name,
    taxRate: row.tax_rate,
  };
}

const discountOf = (row: Row<DiscountRow>): OrderDiscount => ({
  discountId: row.discount_id,
  type: row.type as OrderDiscount["type"],
  amount: BigInt(row.amount),
  percentage: row.percentage,
  orderLineItemId: row.order_line_item_id,
  reason: row.reason,
  discountAmount: BigInt(row.discount_amount),
});

const paidOf = (row: Row<OrderPayment>): Paid => ({
  paymentId: row.payment_id,
  amount: BigInt(row.amount),
  tips: BigInt(row.tips),
  method: row.method,
  cardBrand: row.card_brand,
  cardLast4: row.card_last4,
  recordedAt: row.recorded_at,
});

const givenBackOf = (row: Row<OrderRefund>): GivenBack => ({
  refundId: row.refund_id,
  paymentId: row.payment_id,
  amount: BigInt(row.amount),
  method: row.method,
  reason: row.reason,
  recordedAt: row.recorded_at,
});

function customOf(stored: unknown): Order["splitCustom"] {
  const custom = stored as { businessTipAmount: string; staffTips: { staffId: string; amount: string }[] } | null;
  if (!custom) return null;
  const staffTips = custom.staffTips.map((t) => ({ staffId: t.staffId, amount: BigInt(t.amount) }));
  return { businessTipAmount: BigInt(custom.businessTipAmount), staffTips };
}

type StoredDiscount = Omit<OrderDiscount, "amount" | "discountAmount"> & { amount: string; discountAmount: string };

const setAsideOf = (stored: unknown): SetAside[] =>
  (stored as (Omit<SetAside, "discounts"> & { discounts: StoredDiscount[] })[]).map((line) => ({
    ...line,
    discounts: line.discounts.map((d) => ({ ...d, amount: BigInt(d.amount), discountAmount: BigInt(d.discountAmount) })),
  }));

type Parts = { lines: OrderLine[]; discounts: OrderDiscount[]; payments: Paid[]; refunds: GivenBack[] };

function orderOf(row: Row<Orders>, parts: Parts): Order {
  const appointmentLines = (row.appointment_lines as (Omit<AppointmentLine, "price"> & { price: string })[]) ?? [];
  const [remain, paid, refunded, total] = [row.remain, row.paid, row.refunded, row.total].map(BigInt) as [bigint, bigint, bigint, bigint];
  const owed = row.state === "cancelled" ? 0n : total;
  return {
    orderId: row.order_id,
    businessId: row.business_id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    appointmentId: row.appointment_id,
    type: row.type,
    state: row.state as Order["state"],
    guid: row.guid,
    currency: row.currency,
    businessDate: row.business_date as unknown as string,
    tipsType: row.tips_type as Order["tipsType"],
    tipsAmount: BigInt(row.tips_amount),
    tipsRate: row.tips_rate,
    sequence: row.discount_sequence as Order["sequence"],
    bestOnly: row.best_only,
    splitMethod: row.split_method as Order["splitMethod"],
    splitCustom: customOf(row.split_custom),
    appointmentStatus: row.appointment_status,
    appointmentVersion: row.appointment_version,
    appointmentLines: appointmentLines.map((line) => ({ ...line, price: BigInt(line.price) })),
    setAside: setAsideOf(row.set_aside),
    changedAfterPayment: row.changed_after_payment,
    appointmentDiffers: row.appointment_differs,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    cancelledAt: row.cancelled_at,
    ...parts,
    subTotal: BigInt(row.sub_total),
    discount: BigInt(row.discount),
    tax: BigInt(row.tax),
    tips: BigInt(row.tips),
    total,
    paid,
    paidTips: BigInt(row.paid_tips),
    refunded,
    remain,
    overpaid: remain + paid - refunded - owed,
    paymentStatus: row.payment_status as Order["paymentStatus"],
  };
}

// The parts of several orders in four statements, whatever their number.
export async function withParts(db: Kysely<DB>, rows: readonly Row<Orders>[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.order_id);
  const within = sql<boolean>`order_id = any(${ids}::bigint[])`;
  const lines = await db.selectFrom("order_line").selectAll().where(within).orderBy("sort").orderBy("order_line_item_id").execute();
  const discounts = await db.selectFrom("order_discount").selectAll().where(within).orderBy("sort").orderBy("discount_id").execute();
  const payments = await db.selectFrom("order_payment").selectAll().where(within).orderBy("payment_id").execute();
  const refunds = await db.selectFrom("order_refund").selectAll().where(within).orderBy("refund_id").execute();
  return rows.map((row) => {
    const own = <T extends { order_id: string }>(all: T[]): T[] => all.filter((part) => part.order_id === row.order_id);
    return orderOf(row, {
      lines: own(lines).map(lineOf),
      discounts: own(discounts).map(discountOf),
      payments: own(payments).map(paidOf),
      refunds: own(refunds).map(givenBackOf),
    });
  });
}

type Which = { orderId: string } | { appointmentId: string };

function pick(db: Kysely<DB>, which: Which) {
  const from = db.selectFrom("orders").selectAll();
  return "orderId" in which ? from.where("order_id", "=", which.orderId) : from.where("appointment_id", "=", which.appointmentId);
}

export async function findOrder(db: Kysely<DB>, which: Which): Promise<Order | null> {
  const row = await pick(db, which).executeTakeFirst();
  return row ? ((await withParts(db, [row]))[0] ?? null) : null;
}

// Holds the order's row until the transaction ends.
export async function lockOrder(tx: Tx<DB>, which: Which): Promise<Order | null> {
  const row = await pick(tx.db, which).forUpdate().executeTakeFirst();
  return row ? ((await withParts(tx.db, [row]))[0] ?? null) : null;
}

export function rowOf(order: Order) {
  return {
    business_id: order.businessId,
    customer_id: order.customerId,
    customer_name: order.customerName,
    appointment_id: order.appointmentId,
    type: order.type,
    state: order.state,
    currency: order.currency,
    business_date: order.businessDate as never,
    sub_total: order.subTotal,
    discount: order.discount,
    tax: order.tax,
    tips: order.tips,
    total: order.total,
    tips_type: order.tipsType,
    tips_amount: order.tipsAmount,
    tips_rate: order.tipsRate,
    paid: order.paid,
    paid_tips: order.paidTips,
    refunded: order.refunded,
    remain: order.remain,
    payment_status: order.paymentStatus,
    discount_sequence: order.sequence,
    best_only: order.bestOnly,
    split_method: order.splitMethod,
    split_custom: order.splitCustom ? JSON.stringify(order.splitCustom, amountsAsText) : null,
    appointment_status: order.appointmentStatus,
    appointment_version: order.appointmentVersion,
    appointment_lines: JSON.stringify(order.appointmentLines, amountsAsText),
    set_aside: JSON.stringify(order.setAside, amountsAsText),
    changed_after_payment: order.changedAfterPayment,
    appointment_differs: order.appointmentDiffers,
    version: order.version,
    updated_at: order.updatedAt,
    completed_at: order.completedAt,
    cancelled_at: order.cancelledAt,
  };
}
