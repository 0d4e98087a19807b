import { type RawBuilder, type Selectable, sql } from "kysely";
import type {
  OrderDiscount as DiscountTable,
  OrderLine as LineTable,
  Orders as OrderTable,
  OrderPayment as PaymentTable,
  OrderRefund as RefundTable,
} from "../db.gen.ts";
import type { Db } from "../db.ts";
import { keptOf } from "../totals/balance.ts";
import type {
  AppointmentLine,
  CustomSplit,
  Order,
  OrderCharge,
  OrderDiscount,
  OrderLine,
  OrderPayment,
  OrderRefund,
  SuspendedLine,
} from "./order.ts";

type Stored<T> = Selectable<T>;

const readLine = ({ companyId: _, orderId: __, sort: ___, ...row }: Stored<LineTable>): OrderLine => ({
  ...row,
  unitPrice: BigInt(row.unitPrice),
  totalPrice: BigInt(row.totalPrice),
  discount: BigInt(row.discount),
  tax: BigInt(row.tax),
});

const readDiscount = ({ companyId: _, orderId: __, sort: ___, ...row }: Stored<DiscountTable>): OrderDiscount => ({
  ...row,
  type: row.type as OrderDiscount["type"],
  amount: BigInt(row.amount),
  discountAmount: BigInt(row.discountAmount),
});

const readPayment = ({ companyId: _, orderId: __, ...row }: Stored<PaymentTable>): OrderPayment => ({
  ...row,
  amount: BigInt(row.amount),
  tips: BigInt(row.tips),
  convenienceFee: BigInt(row.convenienceFee),
});

const readRefund = ({ companyId: _, orderId: __, ...row }: Stored<RefundTable>): OrderRefund => ({
  ...row,
  amount: BigInt(row.amount),
  lowered: BigInt(row.lowered),
  convenienceFee: BigInt(row.convenienceFee),
});

// In jsonb, amounts are text.
type Text<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] };

function readSplit(stored: unknown): CustomSplit | null {
  const custom = stored as { businessTipAmount: string; staffTips: Text<CustomSplit["staffTips"][number]>[] } | null;
  if (!custom) return null;
  const staffTips = custom.staffTips.map((t) => ({ staffId: t.staffId, amount: BigInt(t.amount) }));
  return { businessTipAmount: BigInt(custom.businessTipAmount), staffTips };
}

const readSuspended = (stored: unknown): SuspendedLine[] =>
  (stored as (Omit<SuspendedLine, "discounts"> & { discounts: Text<OrderDiscount>[] })[]).map((line) => ({
    ...line,
    discounts: line.discounts.map((d) => ({ ...d, amount: BigInt(d.amount), discountAmount: BigInt(d.discountAmount) })),
  }));

const readAppointmentLines = (stored: unknown): AppointmentLine[] =>
  (stored as Text<AppointmentLine>[]).map((line) => ({ ...line, price: BigInt(line.price) }));

const readCharges = (stored: unknown): OrderCharge[] =>
  (stored as Text<OrderCharge>[]).map((charge) => ({ ...charge, unitPrice: BigInt(charge.unitPrice) }));

type Parts = Pick<Order, "lines" | "discounts" | "payments" | "refunds">;

function readOrder({ companyId: _, setAside, ...row }: Stored<OrderTable>, parts: Parts): Order {
  const [total, paid, refunded, remain] = [BigInt(row.total), BigInt(row.paid), BigInt(row.refunded), BigInt(row.remain)];
  const [kept, cancelled] = [BigInt(row.kept), row.state === "cancelled"];
  const owed = cancelled ? keptOf({ paid, refunded, kept, cancelled }) : total;
  return {
    ...row,
    state: row.state as Order["state"],
    tipsType: row.tipsType as Order["tipsType"],
    tipsAmount: BigInt(row.tipsAmount),
    discountSequence: row.discountSequence as Order["discountSequence"],
    splitMethod: row.splitMethod as Order["splitMethod"],
    paymentStatus: row.paymentStatus as Order["paymentStatus"],
    splitCustom: readSplit(row.splitCustom),
    appointmentLines: readAppointmentLines(row.appointmentLines),
    suspended: readSuspended(setAside),
    autoCharges: readCharges(row.autoCharges),
    ...parts,
    subTotal: BigInt(row.subTotal),
    discount: BigInt(row.discount),
    refundAdjustment: BigInt(row.refundAdjustment),
    refundTax: BigInt(row.refundTax),
    refundTips: BigInt(row.refundTips),
    tax: BigInt(row.tax),
    includedTax: BigInt(row.includedTax),
    tips: BigInt(row.tips),
    tippable: BigInt(row.tippable),
    total,
    deposit: BigInt(row.deposit),
    kept,
    paid,
    paidTips: BigInt(row.paidTips),
    refunded,
    remain,
    overpaid: remain + paid - refunded - owed,
  };
}

/** The parts of some orders in one trip of four statements. */
async function partsOf(db: Db, ids: RawBuilder<unknown>): Promise<(row: Stored<OrderTable>) => Order> {
  const within = sql<boolean>`company_id = ${db.companyId} and order_id = any(${ids})`;
  const [lines, discounts, payments, refunds] = await Promise.all([
    db.selectFrom("orderLine").selectAll().where(within).orderBy("sort").orderBy("orderLineItemId").execute(),
    db.selectFrom("orderDiscount").selectAll().where(within).orderBy("sort").orderBy("discountId").execute(),
    db.selectFrom("orderPayment").selectAll().where(within).orderBy("paymentId").execute(),
    db.selectFrom("orderRefund").selectAll().where(within).orderBy("refundId").execute(),
  ]);
  return (row) => {
    const own = <T extends { orderId: string }>(all: T[]): T[] => all.filter((part) => part.orderId === row.orderId);
    return readOrder(row, {
      lines: own(lines).map(readLine),
      discounts: own(discounts).map(readDiscount),
      payments: own(payments).map(readPayment),
      refunds: own(refunds).map(readRefund),
    });
  };
}

/** The parts of several orders in one trip, whatever their number. */
export async function withParts(db: Db, rows: readonly Stored<OrderTable>[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  return rows.map(await partsOf(db, sql`${rows.map((row) => row.orderId)}::bigint[]`));
}

type Which = { orderId: string } | { appointmentId: string };

function rowOf(db: Db, which: Which) {
  const from = db.selectFrom("orders").where("companyId", "=", db.companyId);
  return "orderId" in which ? from.where("orderId", "=", which.orderId) : from.where("appointmentId", "=", which.appointmentId);
}

const idOf = (db: Db, which: Which): RawBuilder<unknown> =>
  "orderId" in which
    ? sql`array[${which.orderId}]::bigint[]`
    : sql`array(select order_id from orders where company_id = ${db.companyId} and appointment_id = ${which.appointmentId})`;

/** An order with its parts, in one trip. */
export async function findOrder(db: Db, which: Which): Promise<Order | null> {
  const [row, read] = await Promise.all([rowOf(db, which).selectAll().executeTakeFirst(), partsOf(db, idOf(db, which))]);
  return row ? read(row) : null;
}

/** Locks the order's row until the transaction ends. Its parts come with the same trip: they are read when the lock is held, so they are of now. */
export async function lockOrder(db: Db, which: Which): Promise<Order | null> {
  const [row, read] = await Promise.all([rowOf(db, which).selectAll().forUpdate().executeTakeFirst(), partsOf(db, idOf(db, which))]);
  return row ? read(row) : null;
}

/** The same where there is most likely none: its parts are read only when there is one after all. */
export async function lockUnlikely(db: Db, which: Which): Promise<Order | null> {
  const row = await rowOf(db, which).select("orderId").forUpdate().executeTakeFirst();
  return row ? await lockOrder(db, which) : null;
}
