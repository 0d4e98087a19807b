import { type Ctx, fail, fromWireDate, toWireDate } from "@leashline/kit";
import { type Appointment, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CANCELED_BY_CLIENT } from "@leashline/proto/rules/client-link.ts";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import { command, query } from "../db.ts";
import { isPrepaidVisit } from "../requests/request.store.ts";
import { changing, takeTurn } from "../visitors/pace.ts";
import { linkedAppointment, type OpenedAppointment } from "./client-link.ts";
import { allowedOn } from "./linked.mapper.ts";
import { moveTimes } from "./move-times.ts";

/** Too late for the client to do it alone, or not theirs to do. */
function tooLate({ shop, appointment }: OpenedAppointment) {
  const { businessName, phoneNumber } = shop.business;
  const message = `This appointment can no longer be changed online. Please call ${businessName}.`;
  return fail("STATE_CONFLICT", { message, facts: { businessName, phoneNumber, status: String(appointment.status) } });
}

const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });

/** The version that the first try saw: a repeated call asks the calendar for the very same, and gets the first answer. */
async function seen({ shop, link, appointment }: OpenedAppointment): Promise<number> {
  await command(unkeyed(shop.ctx), (tx) => takeTurn(tx, changing, `${link.customerId}:${link.appointmentId}`));
  const { version } = await command(shop.ctx, async () => ({ version: appointment.version }), { step: "seen" });
  return version;
}

export async function confirm(opened: OpenedAppointment): Promise<Appointment> {
  const { shop, appointment } = opened;
  if (appointment.status === AppointmentStatus.CONFIRMED) return appointment;
  if (!allowedOn(shop, appointment).mayConfirm) throw tooLate(opened);
  const { id } = appointment;
  await shop.ctx.client(AppointmentService).updateStatus({ id, status: AppointmentStatus.CONFIRMED, version: await seen(opened) });
  return await linkedAppointment(opened);
}

export async function cancel(opened: OpenedAppointment, reason: string): Promise<Appointment> {
  const { shop, appointment } = opened;
  if (appointment.status === AppointmentStatus.CANCELLED) return appointment;
  if (!allowedOn(shop, appointment).mayCancel) throw tooLate(opened);
  const cancelReason = reason.trim() ? `${CANCELED_BY_CLIENT}: ${reason.trim()}` : `${CANCELED_BY_CLIENT}, online`;
  const { id } = appointment;
  const autoRefundOrder = shop.setting.autoRefundDeposit && (await query(shop.ctx, (db) => isPrepaidVisit(db, id)));
  await shop.ctx.client(AppointmentService).cancelAppointment({ id, cancelReason, autoRefundOrder, version: await seen(opened) });
  return await linkedAppointment(opened);
}

export type MoveWish = { readonly date: string; readonly startTime: number; readonly staffId: string };

export async function move(opened: OpenedAppointment, { date, startTime, staffId }: MoveWish): Promise<Appointment> {
  const { shop, appointment } = opened;
  const own = staffOnLines(appointment.petServiceList);
  const stands = fromWireDate(appointment.appointmentDate, "appointmentDate") === date && appointment.startTime === startTime;
  if (stands && (staffId === "0" || own.includes(staffId))) return appointment;
  if (!allowedOn(shop, appointment).mayMove) throw tooLate(opened);
  const [day] = await moveTimes(shop, appointment, { from: date, to: date });
  const free = day?.times.find((time) => time.startTime === startTime)?.staffIds ?? [];
  const wanted = staffId === "0" ? own : [staffId];
  const withWhom = wanted.find((id) => free.includes(id));
  if (!withWhom) throw fail("SLOT_FULL", { message: "Somebody just took this time. Please choose another one." });
  const first = appointment.petServiceList.toSorted((a, b) => a.startTime - b.startTime)[0];
  await shop.ctx.client(AppointmentService).rescheduleCard({
    appointmentId: appointment.id,
    businessId: appointment.businessId,
    startDate: toWireDate(date),
    startTime,
    // Without lines, all that the one who has it does of it goes to somebody else.
    ...(own.includes(withWhom)
      ? { petDetailIds: first ? [first.petDetailId] : [] }
      : { staffId: withWhom, originalStaffId: own[0] ?? "0" }),
    moveAllCards: true,
    version: await seen(opened),
  });
  return await linkedAppointment(opened);
}
