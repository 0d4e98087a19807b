import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Db } from "../db.ts";
import { query } from "../db.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { findClient, numberHasStopped } from "../projections/client.store.ts";
import type { MessageRow } from "../sending/message.store.ts";
import { BULK_USE } from "../sending/outgoing.ts";
import { isSaidElsewhere } from "../sending/waiting.store.ts";
import type { Renew } from "../sending/waiting.ts";
import { UseCase, useCaseOf } from "./auto-message.ts";
import { reminderCause, whyNoReminder } from "./reminder.ts";
import { outgoingAbout } from "./send.ts";

const REMINDERS: readonly UseCase[] = [UseCase.FIRST_REMINDER, UseCase.SECOND_REMINDER];

/** Their number as it is by now, and null for whoever said in the meantime that they want no texts. */
async function numberNow(db: Db, { customerId, address, useCase }: MessageRow): Promise<string | null> {
  if (customerId === "0") return (await numberHasStopped(db, address)) ? null : address;
  const client = await findClient(db, customerId);
  if (!client || client.deleted || client.isBlockMessage || client.textsStopped || !client.sendAutoMessage) return null;
  return useCase === BULK_USE && client.isUnsubscribed ? null : client.phoneE164 || null;
}

/** What came of a booking request is told of by itself, once it is off or moved. */
const isAsAccepted = ({ status, movedAt }: Appointment, { createTime }: MessageRow): boolean =>
  status !== AppointmentStatus.CANCELLED && (movedAt === null || movedAt <= createTime);

/** What a text that waited for the end of the quiet hours says by now. One about an appointment is made anew, by the rules of what goes out by itself. */
export const renewedText: Renew = async (ctx, row) => {
  const { appointmentId, cause } = row;
  const useCase = useCaseOf(row.useCase);
  const [address, appointment] = await query(
    ctx,
    async (db) => [await numberNow(db, row), await findAppointment(db, appointmentId)] as const,
  );
  if (address === null) return null;
  const asItWas = { text: row.messageText, address };
  if (appointmentId === "0" || useCase === UseCase.UNSPECIFIED) return asItWas;
  if (appointment && useCase === UseCase.REQUEST_ACCEPTED) return isAsAccepted(appointment, row) ? asItWas : null;
  if (!appointment || (await query(ctx, (db) => isSaidElsewhere(db, row, appointment.movedAt)))) return null;
  if (REMINDERS.includes(useCase) && (cause !== reminderCause(appointment) || whyNoReminder(appointment))) return null;
  const outgoing = await outgoingAbout(ctx, { appointmentId, useCase, cause }, { again: true });
  const text = outgoing.find(({ method }) => method === MessageMethod.SMS);
  return text ? { text: text.text, address: text.address } : null;
};
