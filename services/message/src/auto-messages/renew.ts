import type { Ctx } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Db } from "../db.ts";
import { command, query } from "../db.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { findClient, numberHasStopped } from "../projections/client.store.ts";
import { unkeyed } from "../sending/deliver.ts";
import { enqueue } from "../sending/enqueue.ts";
import type { MessageRow } from "../sending/message.store.ts";
import { BULK_USE, type Outgoing } from "../sending/outgoing.ts";
import { isSaidElsewhere } from "../sending/waiting.store.ts";
import type { IsOvertaken, Renew } from "../sending/waiting.ts";
import { isStillSo, UseCase, useCaseOf } from "./auto-message.ts";
import { AFTERWARD } from "./previous.ts";
import { reminderCause, whyNoReminder } from "./reminder.ts";
import { outgoingAbout, SAYS_IT_IS_ON } from "./send.ts";

const REMINDERS: readonly UseCase[] = [UseCase.FIRST_REMINDER, UseCase.SECOND_REMINDER];

/** Answered where the person asked, whatever is on file. */
const TO_WHO_ASKED: readonly UseCase[] = [
  UseCase.REQUEST_SUBMITTED,
  UseCase.REQUEST_ACCEPTED,
  UseCase.REQUEST_DECLINED,
  UseCase.REQUEST_WAITLISTED,
  UseCase.WAITLIST_JOINED,
  UseCase.REQUEST_PREPAYMENT_RELEASED,
];

/** Their number as it is by now, and null for whoever said in the meantime that they want no texts. */
async function numberNow(db: Db, { customerId, address, useCase }: MessageRow): Promise<string | null> {
  if (customerId === "0") return (await numberHasStopped(db, address)) ? null : address;
  const client = await findClient(db, customerId);
  if (!client || client.deleted || client.isBlockMessage || client.textsStopped || !client.sendAutoMessage) return null;
  if (TO_WHO_ASKED.includes(useCaseOf(useCase))) return address;
  return useCase === BULK_USE && client.isUnsubscribed ? null : client.phoneE164 || null;
}

/** Nothing happened to it since: what is known only of the booking request, like its deposit, stands in the words as they are. */
const isAsAccepted = ({ movedAt }: Appointment, { createTime }: MessageRow): boolean => movedAt === null || movedAt <= createTime;

/** From any of these a client takes it that an appointment is on, or that it is off. */
const SAYS_WHETHER: readonly UseCase[] = [...SAYS_IT_IS_ON, UseCase.CANCELLED];

/** By itself it told whether an appointment is on; what staff sent by hand is theirs to say. */
export const isSaidNoMore: IsOvertaken = async (ctx, { appointmentId, useCase: name, staffId }) => {
  const useCase = useCaseOf(name);
  if (appointmentId === "0" || staffId !== "0" || !SAYS_WHETHER.includes(useCase)) return false;
  const appointment = await query(ctx, (db) => findAppointment(db, appointmentId));
  return appointment !== undefined && !isStillSo(appointment, useCase);
};

/** Who hears by e-mail only by now has one of them in place of the text; nobody has it twice. */
async function mailInstead(ctx: Ctx, outgoing: readonly Outgoing[]): Promise<null> {
  const mails = outgoing.filter(({ method }) => method === MessageMethod.EMAIL);
  await command(unkeyed(ctx), async (tx) => {
    for (const mail of mails) await enqueue(tx, mail);
  });
  return null;
}

/** What a text that waited for the end of the quiet hours says by now. One about an appointment is made anew, by the rules of what goes out by itself. */
export const renewedText: Renew = async (ctx, row) => {
  const { appointmentId, cause } = row;
  const useCase = useCaseOf(row.useCase);
  const address = await query(ctx, (db) => numberNow(db, row));
  const asItWas = address === null ? null : { text: row.messageText, address };
  if (appointmentId === "0" || useCase === UseCase.UNSPECIFIED) return asItWas;
  const appointment = await query(ctx, (db) => findAppointment(db, appointmentId));
  if (!appointment || (appointment.startAt.getTime() <= Date.now() && !AFTERWARD.includes(useCase))) return null;
  const accepted = useCase === UseCase.REQUEST_ACCEPTED;
  if (accepted && isAsAccepted(appointment, row)) return isStillSo(appointment, useCase) ? asItWas : null;
  if (await query(ctx, (db) => isSaidElsewhere(db, row, appointment.movedAt))) return null;
  if (REMINDERS.includes(useCase) && (cause !== reminderCause(appointment) || whyNoReminder(appointment))) return null;
  const outgoing = await outgoingAbout(ctx, { appointmentId, useCase, cause }, { again: true });
  const text = outgoing.find(({ method }) => method === MessageMethod.SMS);
  if (!text || !asItWas) return await mailInstead(ctx, outgoing);
  // When its client believed it was is known only of the moment at which it was canceled.
  const words = useCase === UseCase.CANCELLED && appointment.movedAt !== null ? row.messageText : text.text;
  return { text: words, address: accepted ? asItWas.address : text.address };
};
