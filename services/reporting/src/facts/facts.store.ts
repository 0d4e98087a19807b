import { fromMoney, type Tx } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { OrderSnapshot, TipShare } from "@leashline/proto/leashline/order/v1/events_pb.js";
import type { PaymentRecorded } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";

const minor = (money: Money | undefined): string => fromMoney(money).minor.toString();

/** Keeps the newest telling of an order and its lines; an older one that arrives late changes nothing. Answers whether it was kept. */
export async function keepOrder(tx: Tx<DB>, order: OrderSnapshot): Promise<boolean> {
  const company_id = tx.ctx.companyId;
  const facts = {
    business_id: order.businessId,
    customer_id: order.customerId,
    appointment_id: order.appointmentId,
    business_date: order.businessDate,
    status: order.status,
    currency: fromMoney(order.total).currency,
    sub_total: minor(order.subTotal),
    discount: minor(order.discount),
    tax: minor(order.tax),
    tips: minor(order.tips),
    total: minor(order.total),
    remain: minor(order.remain),
    version: order.version,
  };
  const kept = await tx.db
    .insertInto("order_fact")
    .values({ company_id, order_id: order.orderId, ...facts })
    .onConflict((oc) => oc.columns(["company_id", "order_id"]).doUpdateSet(facts).where("order_fact.version", "<=", order.version))
    .returning("order_id")
    .executeTakeFirst();
  if (!kept) return false;
  await tx.db.deleteFrom("order_line_fact").where("company_id", "=", company_id).where("order_id", "=", order.orderId).execute();
  const lines = order.lines.map((line) => ({
    company_id,
    order_id: order.orderId,
    line_id: line.orderLineItemId,
    service_id: line.serviceId,
    name: line.name,
    staff_id: line.staffId,
    staff_name: line.staffName,
    pet_id: line.petId,
    care_type: line.careType,
    quantity: line.quantity,
    gross: minor(line.totalPrice),
    discount: minor(line.discount),
    tax: minor(line.tax),
  }));
  if (lines.length > 0) await tx.db.insertInto("order_line_fact").values(lines).execute();
  return true;
}

/** Replaces an order's tip shares. */
export async function keepTips(tx: Tx<DB>, orderId: string, shares: readonly TipShare[]): Promise<void> {
  const company_id = tx.ctx.companyId;
  await tx.db.deleteFrom("tip_fact").where("company_id", "=", company_id).where("order_id", "=", orderId).execute();
  const rows = shares.map((share) => ({ company_id, order_id: orderId, staff_id: share.staffId, amount: minor(share.amount) }));
  if (rows.length > 0) await tx.db.insertInto("tip_fact").values(rows).execute();
}

type Movement = { kind: "payment" | "refund"; id: string; tips: string } & Pick<
  PaymentRecorded,
  "orderId" | "businessId" | "customerId" | "amount" | "method" | "recordedAt" | "businessDate"
>;

/** A payment or refund never changes once recorded; hearing it again changes nothing. */
export async function keepMovement(tx: Tx<DB>, { kind, id, tips, ...movement }: Movement): Promise<void> {
  const amount = fromMoney(movement.amount);
  await tx.db
    .insertInto("money_fact")
    .values({
      company_id: tx.ctx.companyId,
      kind,
      id,
      order_id: movement.orderId,
      business_id: movement.businessId,
      customer_id: movement.customerId,
      business_date: movement.businessDate,
      method: movement.method,
      currency: amount.currency,
      amount: amount.minor.toString(),
      tips,
      recorded_at: new Date(Number(movement.recordedAt?.seconds ?? 0n) * 1000),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** A refund that failed after all took nothing back. */
export async function dropRefund(tx: Tx<DB>, refundId: string): Promise<void> {
  await tx.db
    .deleteFrom("money_fact")
    .where("company_id", "=", tx.ctx.companyId)
    .where("kind", "=", "refund")
    .where("id", "=", refundId)
    .execute();
}

export async function keepAppointment(
  tx: Tx<DB>,
  appointment: AppointmentSnapshot,
  ended: { cancelled: boolean; noShow: boolean },
): Promise<void> {
  const facts = {
    business_id: appointment.businessId,
    customer_id: appointment.customerId,
    date: appointment.date,
    status: appointment.status,
    cancelled: ended.cancelled,
    no_show: ended.noShow,
    pets: new Set(appointment.lines.map((line) => line.petId)).size,
    version: appointment.version,
  };
  await tx.db
    .insertInto("appointment_fact")
    .values({ company_id: tx.ctx.companyId, appointment_id: appointment.appointmentId, ...facts })
    .onConflict((oc) =>
      oc.columns(["company_id", "appointment_id"]).doUpdateSet(facts).where("appointment_fact.version", "<=", appointment.version),
    )
    .execute();
}

export async function keepStaff(tx: Tx<DB>, staffId: string, name: string): Promise<void> {
  await tx.db
    .insertInto("staff_fact")
    .values({ company_id: tx.ctx.companyId, staff_id: staffId, name })
    .onConflict((oc) => oc.columns(["company_id", "staff_id"]).doUpdateSet({ name }))
    .execute();
}
