import { type Ctx, mustExistFor, type Tx, todayIn } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.ts";
import { newOrder } from "../orders/new-order.ts";
import { findOrder } from "../orders/order.store.ts";
import type { Order } from "../orders/order.ts";
import { storeOrder } from "../orders/store-order.ts";
import { findBusiness } from "../projections/projections.store.ts";
import { currentSetting } from "../settings/setting.store.ts";
import { lockNoShow, saveNoShow } from "./no-show.store.ts";
import { askingFor, type Fee, isAskedFor } from "./no-show.ts";

/** The visit as calendar has it now: that it was canceled a moment ago may not be known here yet. */
export async function askVisit(ctx: Ctx, ticketId: string): Promise<Appointment> {
  const { appointment } = await ctx.client(AppointmentService).getAppointment({ id: ticketId });
  return mustExistFor(ctx, appointment, "ticketId", "APPOINTMENT_NOT_FOUND");
}

async function emptyInvoice(tx: Tx<DB>, visit: Appointment): Promise<Order> {
  const business = await findBusiness(tx.db, visit.businessId);
  const bill = await findOrder(tx.db, { appointmentId: visit.id });
  return newOrder({
    businessId: visit.businessId,
    customerId: visit.customerId,
    customerName: `${visit.customerFirstName} ${visit.customerLastName}`.trim(),
    appointmentId: null,
    type: OrderType.NOSHOW,
    feeFor: visit.id,
    currency: bill?.currency ?? business?.currency ?? tx.ctx.caller.currency,
    businessDate: todayIn(business?.zone ?? tx.ctx.caller.zone),
    setting: await currentSetting(tx.db),
  });
}

/** The visit's one invoice over the fee. */
export async function askFee(tx: Tx<DB>, visit: Appointment, fee: Fee): Promise<Order> {
  tx.lock([`no-show:${visit.id}`]);
  const before = await lockNoShow(tx.db, visit.id);
  if (isAskedFor(before)) return await storeOrder(tx, before, askingFor(before, fee), "fee");
  const order = await storeOrder(tx, null, askingFor(await emptyInvoice(tx, visit), fee), "created");
  await saveNoShow(tx.db, visit.id, order.orderId);
  return order;
}
