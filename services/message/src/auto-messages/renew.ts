import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Db } from "../db.ts";
import { query } from "../db.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import { findClient, numberHasStopped } from "../projections/client.store.ts";
import type { MessageRow } from "../sending/message.store.ts";
import { BULK_USE } from "../sending/outgoing.ts";
import { isSaidElsewhere } from "../sending/waiting.store.ts";
import type { Renew } from "../sending/waiting.ts";
import { UseCase, useCaseOf } from "./auto-message.ts";
import { reminderCause, whyNoReminder } from "./reminder.ts";
import { outgoingAbout } from "./send.ts";

const REMINDERS: readonly UseCase[] = [UseCase.FIRST_REMINDER, UseCase.SECOND_REMINDER];

/** They may have said in the meantime that they want none. */
async function wantsTexts(db: Db, { customerId, address, useCase }: MessageRow): Promise<boolean> {
  if (customerId === "0") return !(await numberHasStopped(db, address));
  const client = await findClient(db, customerId);
  if (!client || client.deleted || client.isBlockMessage || client.textsStopped || !client.sendAutoMessage) return false;
  return useCase !== BULK_USE || !client.isUnsubscribed;
}

/** What a text that waited for the end of the quiet hours says by now. One about an appointment is made anew, by the rules of what goes out by itself. */
export const renewedText: Renew = async (ctx, row) => {
  const { appointmentId, cause } = row;
  const useCase = useCaseOf(row.useCase);
  const [wanted, appointment] = await query(
    ctx,
    async (db) => [await wantsTexts(db, row), await findAppointment(db, appointmentId)] as const,
  );
  if (!wanted) return null;
  if (appointmentId === "0" || useCase === UseCase.UNSPECIFIED) return row.messageText;
  if (!appointment || (await query(ctx, (db) => isSaidElsewhere(db, row, appointment.movedAt)))) return null;
  if (REMINDERS.includes(useCase) && (cause !== reminderCause(appointment) || whyNoReminder(appointment))) return null;
  const outgoing = await outgoingAbout(ctx, { appointmentId, useCase, cause }, { again: true });
  return outgoing.find(({ method }) => method === MessageMethod.SMS)?.text ?? null;
};
