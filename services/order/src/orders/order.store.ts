import { type Selectable, sql } from "kysely";
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

/** The parts of several orders in four statements, whatever their number. */
export async function withParts(db: Db, rows: readonly Stored<OrderTable>[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.orderId);
  const within = sql<boolean>`company_id = ${db.companyId} and order_id = any(${ids}::bigint[])`;
  const lines = await db.selectFrom("orderLine").selectAll().where(within).orderBy("sort").orderBy("orderLineItemId").execute();
  const discounts = await db.selectFrom("orderDiscount").selectAll().where(within).orderBy("sort").orderBy("discountId").execute();
  const payments = await db.selectFrom("orderPayment").selectAll().where(within).orderBy("paymentId").execute();
  const refunds = await db.selectFrom("orderRefund").selectAll().where(within).orderBy("refundId").execute();
  return rows.map((row) => {
    const own = <T extends { orderId: string }>(all: T[]): T[] => all.filter((part) => part.orderId === row.orderId);
    return readOrder(row, {
      lines: own(lines).map(readLine),
      discounts: own(discounts).map(readDiscount),
      payments: own(payments).map(readPayment),
      refunds: own(refunds).map(readRefund),
    });
  });
}

type Which = { orderId: string } | { appointmentId: string };

function named(db: Db, which: Which) {
  const from = db.selectFrom("orders").selectAll().where("companyId", "=", db.companyId);
  return "orderId" in which ? from.where("orderId", "=", which.orderId) : from.where("appointmentId", "=", which.appointmentId);
}

export async function findOrder(db: Db, which: Which): Promise<Order | null> {
  const row = await named(db, which).executeTakeFirst();
  return row ? ((await withParts(db, [row]))[0] ?? null) : null;
}

/** Locks the order's row until the transaction ends. */
export async function lockOrder(db: Db, which: Which): Promise<Order | null> {
  const row = await named(db, which).forUpdate().executeTakeFirst();
  return row ? ((await withParts(db, [row]))[0] ?? null) : null;
}
