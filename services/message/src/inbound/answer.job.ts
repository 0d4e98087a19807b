import { asTenant, type Ctx, ErrorCode, fromConnectError, job } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { AppointmentLinkService, ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { command, query } from "../db.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { enqueue } from "../sending/enqueue.ts";
import { addressFor } from "../sending/outgoing.ts";
import { withArrival } from "../wording/arrival.ts";
import { appointmentToken, clientLinks } from "../wording/client-links.ts";
import { factsOf, fillIn } from "../wording/placeholders.ts";
import type { Answer } from "./answer.ts";

type Due = { messageId: string; appointmentId: string; answer: Answer };

const replies = {
  confirmed:
    "{businessName}: Thank you, the appointment for {petName} is confirmed for {appointmentDate} at {appointmentTime}. See or change it: {appointmentLink}",
  asked:
    "{businessName}: We got your request to cancel the appointment for {petName} on {appointmentDate} at {appointmentTime} and will get back to you. Until then it stands: {appointmentLink}",
};
type Reply = keyof typeof replies;

/** A client's Y or N, carried out as the client's own act. Cancelling is told of by the calendar's own event; everything else is answered here. */
export const answerJob = job<Due>("apply-answer", {
  attempts: 8,
  run: async (ctx, due, { lastAttempt }) => {
    const appointment = await query(ctx, (db) => findAppointment(db, due.appointmentId));
    if (!appointment) return;
    const reply = await carryOut(ctx, due, appointment);
    if (reply) await answer(ctx, due, appointment, { words: replies[reply], mayWait: !lastAttempt });
  },
});

/** Nothing is answered when the appointment no longer takes it: it has begun, is over, or is off already. */
async function carryOut(ctx: Ctx, due: Due, appointment: Appointment): Promise<Reply | null> {
  const customer = asTenant(ctx, { companyId: ctx.companyId, businessId: ctx.businessId, name: "Client" });
  try {
    if (due.answer !== "confirm") return await cancel(customer, appointment);
    await customer.client(AppointmentService).updateStatus({ id: due.appointmentId, status: AppointmentStatus.CONFIRMED });
    return "confirmed";
  } catch (error) {
    const refusal = fromConnectError(error);
    // Anything that is not refused for good is tried again.
    if (!refusal || refusal.options.facts?.cause === "unavailable" || passing.includes(refusal.code)) throw error;
    ctx.runtime.log.info({ appointmentId: due.appointmentId, answer: due.answer, code: refusal.code }, "a client's answer came too late");
    return null;
  }
}

const passing: readonly number[] = [0, ErrorCode.VERSION_CONFLICT, ErrorCode.TOO_MANY_REQUESTS];

/** As with the link in the client's messages: what they may no longer do alone is asked of the staff. */
async function cancel(ctx: Ctx, appointment: Appointment): Promise<Reply | null> {
  const links = ctx.client(AppointmentLinkService);
  const token = appointmentToken(ctx, appointment);
  try {
    await links.cancelLinkedAppointment({ token, reason: "by text" });
    return null;
  } catch (error) {
    if (fromConnectError(error)?.code !== ErrorCode.STATE_CONFLICT) throw error;
  }
  await links.askForChange({ token, wish: ChangeWish.CANCEL, text: "" });
  return "asked";
}

type Answering = { words: string; mayWait: boolean };

async function answer(ctx: Ctx, due: Due, appointment: Appointment, { words, mayWait }: Answering): Promise<void> {
  const [client, business] = await Promise.all([clientOf(unkeyed(ctx), appointment.customerId), businessOf(ctx, appointment.businessId)]);
  if (client.isBlockMessage || client.textsStopped || !client.phoneE164) return;
  const facts = factsOf(appointment, client, business, clientLinks(ctx, appointment));
  const text = fillIn(words, await withArrival(ctx, facts, { businessId: appointment.businessId, texts: [words], mayWait }));
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
