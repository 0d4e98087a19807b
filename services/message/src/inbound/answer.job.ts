import { asTenant, type Ctx, fromConnectError, job } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { command, query } from "../db.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { enqueue } from "../sending/enqueue.ts";
import { addressFor } from "../sending/outgoing.ts";
import { clientLinks } from "../wording/client-links.ts";
import { factsOf, fillIn } from "../wording/placeholders.ts";
import type { Answer } from "./answer.ts";

type Due = { messageId: string; appointmentId: string; answer: Answer };

/** A client's Y or N, carried to the calendar, which logs it as done by "Client". */
export const answerJob = job<Due>("apply-answer", {
  attempts: 8,
  run: async (ctx, due) => {
    const done = await updateCalendar(ctx, due);
    if (done && due.answer === "confirm") await thank(ctx, due);
  },
});

/** False when the appointment no longer takes the answer: it has begun, is over, or is off already. */
async function updateCalendar(ctx: Ctx, due: Due): Promise<boolean> {
  const customer = asTenant(ctx, { companyId: ctx.companyId, businessId: ctx.businessId, name: "Client" });
  const calendar = customer.client(AppointmentService);
  try {
    if (due.answer === "confirm") await calendar.updateStatus({ id: due.appointmentId, status: AppointmentStatus.CONFIRMED });
    else await calendar.cancelAppointment({ id: due.appointmentId, cancelReason: "By the client's text" });
    return true;
  } catch (error) {
    const refusal = fromConnectError(error);
    // Anything the calendar does not refuse for good is tried again.
    if (!refusal || refusal.options.facts?.cause === "unavailable" || refusal.code === 0) throw error;
    ctx.runtime.log.info({ appointmentId: due.appointmentId, answer: due.answer, code: refusal.code }, "a client's answer came too late");
    return false;
  }
}

/** Cancelling is told of by the calendar's own event; a confirmation is answered here. */
async function thank(ctx: Ctx, due: Due): Promise<void> {
  const appointment = await query(ctx, (db) => findAppointment(db, due.appointmentId));
  if (!appointment) return;
  const [client, business] = await Promise.all([clientOf(unkeyed(ctx), appointment.customerId), businessOf(ctx, appointment.businessId)]);
  if (client.isBlockMessage || client.textsStopped || !client.phoneE164) return;
  const text = fillIn(
    "{businessName}: Thank you, the appointment for {petName} is confirmed for {appointmentDate} at {appointmentTime}. See or change it: {appointmentLink}",
    factsOf(appointment, client, business, clientLinks(ctx, appointment)),
  );
  await command(unkeyed(ctx), (tx) =>
    enqueue(tx, {
      businessId: appointment.businessId,
      customerId: appointment.customerId,
      method: MessageMethod.SMS,
      address: addressFor(client, MessageMethod.SMS),
      text,
      targetType: MessageTargetType.APPOINTMENT,
      useCase: "answer",
      cause: due.messageId,
      appointmentId: due.appointmentId,
    }),
  );
}
