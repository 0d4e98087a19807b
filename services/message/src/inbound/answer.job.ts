import { asTenant, type Ctx, fromConnectError, job } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import type { Answer } from "../auto-messages/auto-message.ts";
import { factsOf } from "../auto-messages/send.ts";
import { command, query } from "../db.ts";
import { unkeyed } from "../messages/deliver.ts";
import { addressFor, enqueue } from "../messages/outgoing.ts";
import { recipientOf, shopOf } from "../people/people.store.ts";
import { visitIn } from "../visits/visit.store.ts";
import { fillIn } from "../wording/placeholders.ts";

type Due = { messageId: string; appointmentId: string; answer: Answer };

/** A client's Y or N, carried to the calendar, which logs it as done by "Customer". */
export const answerJob = job<Due>("apply-answer", {
  attempts: 8,
  run: async (ctx, due) => {
    const done = await tellCalendar(ctx, due);
    if (done && due.answer === "confirm") await thank(ctx, due);
  },
});

/** False when the visit no longer takes the answer: it has begun, is over, or is off already. */
async function tellCalendar(ctx: Ctx, due: Due): Promise<boolean> {
  const customer = asTenant(ctx, { companyId: ctx.companyId, businessId: ctx.businessId, name: "Customer" });
  const calendar = customer.client(AppointmentService);
  try {
    if (due.answer === "confirm") await calendar.updateStatus({ id: due.appointmentId, status: AppointmentStatus.CONFIRMED });
    else await calendar.cancelAppointment({ id: due.appointmentId, cancelReason: "Cancelled by the client's text" });
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
  const visit = await query(ctx, (db) => visitIn(db, ctx.companyId, due.appointmentId));
  if (!visit) return;
  const [client, shop] = await Promise.all([recipientOf(unkeyed(ctx), visit.customer_id), shopOf(ctx, visit.business_id)]);
  if (client.is_block_message || client.texts_stopped || !client.phone_e164) return;
  const text = fillIn(
    "{businessName}: Thank you, {petName} is confirmed for {appointmentDate} at {appointmentTime}.",
    factsOf(visit, client, shop),
  );
  await command(unkeyed(ctx), (tx) =>
    enqueue(tx, {
      businessId: visit.business_id,
      customerId: visit.customer_id,
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
