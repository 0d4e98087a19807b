import { Code, ConnectError } from "@connectrpc/connect";
import { type Ctx, mustExist, type Tx } from "@leashline/kit";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { BookingPaymentChangedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { command, type DB, query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import type { OrderUpdate } from "../ledger/order-update.ts";
import { settleSoon, withoutKey } from "../payments/settling.ts";
import { letGo, settleBookingPayment } from "./booking-payment.jobs.ts";
import { toBookingPayment } from "./booking-payment.mapper.ts";
import {
  type BookingPaymentChange,
  type BookingPaymentRow,
  findBookingPayment,
  lockBookingPayment,
  updateBookingPayment,
} from "./booking-payment.store.ts";
import { fileCard } from "./file-card.ts";
import { takeHeld } from "./take-held.ts";

/** Changes it and tells the service that has the request. */
export async function change(tx: Tx<DB>, row: BookingPaymentRow, to: BookingPaymentChange): Promise<BookingPaymentRow> {
  const next = await updateBookingPayment(tx.db, row, to);
  const { ref, businessId } = next;
  tx.emit(BookingPaymentChangedSchema, { payment: toBookingPayment(next), businessId }, { key: `booking-payment:${ref}` });
  tx.log({
    entity: "booking_payment",
    id: next.bookingPaymentId,
    action: next.state,
    businessId,
    after: { ref, amount: next.amount, taken: next.taken },
  });
  return next;
}

/** Whose appointment it is for from now on. Said again, or of one that is over, it changes nothing. */
export async function accepted(ctx: Ctx, ref: string, { appointmentId, customerId }: { appointmentId: string; customerId: string }) {
  await command(withoutKey(ctx), async (tx) => {
    const row = mustExist(await lockBookingPayment(tx.db, ref), "ref");
    if (row.state !== "held") return {};
    if (row.kind === "prepay" && appointmentId === "0") return await released(tx, row);
    await change(tx, row, { state: "settling", appointmentId, customerId });
    tx.schedule(settleBookingPayment, { key: ref, dueAt: settleSoon(), payload: { ref }, businessId: row.businessId });
    return {};
  });
}

async function released(tx: Tx<DB>, row: BookingPaymentRow): Promise<object> {
  await change(tx, row, { state: "released", consentUrl: "" });
  tx.schedule(letGo, { key: row.ref, dueAt: new Date(), payload: { ref: row.ref }, businessId: row.businessId });
  return {};
}

/** Gives it up, as long as nothing was taken or put on file. */
export async function release(ctx: Ctx, ref: string): Promise<BookingPaymentRow | null> {
  await command(withoutKey(ctx), async (tx) => {
    const row = await lockBookingPayment(tx.db, ref);
    return row && ["begun", "consent", "held"].includes(row.state) ? await released(tx, row) : {};
  });
  return await query(ctx, (db) => findBookingPayment(db, ref));
}

/** The order of an appointment, as soon as there is one. */
async function orderOf(ctx: Ctx, appointmentId: string): Promise<OrderUpdate | null> {
  try {
    const { order } = await ctx.client(OrderService).getOrderByAppointment({ appointmentId });
    return order ? await askOrder(ctx, order.id) : null;
  } catch (error) {
    if (error instanceof ConnectError && error.code === Code.NotFound) return null;
    throw error;
  }
}

/** Takes what is held or files the card; one that has its end stays as it is. Where the order is not there yet, it stays settling. */
export async function settle(ctx: Ctx, ref: string): Promise<BookingPaymentRow | null> {
  const row = await query(ctx, (db) => findBookingPayment(db, ref));
  if (row?.state !== "settling") return row;
  const needsOrder = row.kind !== "card" && row.appointmentId !== "0";
  const order = needsOrder ? await orderOf(ctx, row.appointmentId) : null;
  if (needsOrder && !order) return row;
  const to = row.kind === "prepay" ? await takeHeld(ctx, row, order as OrderUpdate) : await fileCard(ctx, row, order);
  if (to)
    await command(ctx, async (tx) => {
      const now = mustExist(await lockBookingPayment(tx.db, ref), "ref");
      if (now.state === "settling") await (to.state === "released" ? released(tx, now) : change(tx, now, to));
      return {};
    });
  return await query(ctx, (db) => findBookingPayment(db, ref));
}
